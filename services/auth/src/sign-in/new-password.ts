import { limits } from '@signet/contracts'
import { PasswordQueueFull, PasswordTooLong } from '@signet/secrets'
import type { OptionsContext } from '../core/issuer-context.ts'
import type { FormProblem } from '../pages/shared/parts.ts'

export const minCharactersOf = ({ project }: Pick<OptionsContext, 'project'>): number =>
  (project.reserved ? limits.administratorPasswordCharacters : limits.userPasswordCharacters).min

export function problemOfPassword(
  context: Pick<OptionsContext, 'project'>,
  password: string,
): FormProblem | undefined {
  const characters = minCharactersOf(context)
  if (password.length < characters) return { kind: 'tooShort', characters }
  return password.length > limits.userPasswordCharacters.max ? { kind: 'tooLong' } : undefined
}

export async function hashPassword(
  { deps }: Pick<OptionsContext, 'deps'>,
  password: string,
): Promise<{ readonly hash: string } | { readonly problem: FormProblem }> {
  try {
    return { hash: await deps.passwords.hash(password) }
  } catch (error) {
    if (error instanceof PasswordQueueFull) return { problem: { kind: 'busy' } }
    if (error instanceof PasswordTooLong) return { problem: { kind: 'tooLong' } }
    throw error
  }
}
