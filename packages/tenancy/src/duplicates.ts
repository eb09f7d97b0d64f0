import type { ErrorCode } from '@signet/contracts'
import { asDatabaseError, UniqueViolation } from '@signet/db'
import { refuse } from '@signet/runtime'

/**
 * Converts the violation of a unique constraint, by any client, to the specified refusal.
 * @param detail the text, or a function of the name of the constraint
 */
export async function refusingDuplicates<T>(
  write: Promise<T>,
  detail: string | ((constraint: string) => string),
  code: ErrorCode = 'already_exists',
): Promise<T> {
  try {
    return await write
  } catch (error) {
    const violation = asDatabaseError(error)
    if (violation instanceof UniqueViolation)
      refuse(code, { detail: typeof detail === 'string' ? detail : detail(violation.constraint) })
    throw error
  }
}
