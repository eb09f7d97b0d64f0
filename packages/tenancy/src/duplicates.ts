import type { ErrorCode } from '@signet/contracts'
import { asDatabaseError, UniqueViolation } from '@signet/db'
import { refuse } from '@signet/runtime'

/** Converts the violation of a unique constraint, by any client, to the specified refusal. */
export async function refusingDuplicates<T>(
  write: Promise<T>,
  detail: string,
  code: ErrorCode = 'already_exists',
): Promise<T> {
  try {
    return await write
  } catch (error) {
    if (asDatabaseError(error) instanceof UniqueViolation) refuse(code, { detail })
    throw error
  }
}
