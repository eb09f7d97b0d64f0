import { MigratedUser } from '@signet/contracts'
import { InvalidJson, readJson, refuseUnstorable } from '@signet/http'
import { Refusal } from '@signet/runtime'
import { checkImported } from '../imported-users.ts'
import { normalizeKey } from '../normalize.ts'

export type MigrationAnswer =
  | { readonly kind: 'user'; readonly user: MigratedUser }
  | { readonly kind: 'unknown' }
  /** The password is wrong, or the user may not sign in. */
  | { readonly kind: 'refused' }
  /** Shown to administrators; has no value of the response. */
  | { readonly kind: 'failed'; readonly reason: string }

const failed = (reason: string): MigrationAnswer => ({ kind: 'failed', reason })

/** A user with another name is a failure, so that no other account is created. */
export async function readMigrationAnswer(response: Response, login: string): Promise<MigrationAnswer> {
  if (response.status === 404) return { kind: 'unknown' }
  if (response.status === 401 || response.status === 403) return { kind: 'refused' }
  if (response.status !== 200) return failed(`The response has the status ${response.status}.`)
  try {
    const body = readJson(new Uint8Array(await response.arrayBuffer()))
    refuseUnstorable(body)
    return await readUser(body, login)
  } catch (error) {
    if (error instanceof InvalidJson || error instanceof Refusal) return failed(error.message)
    throw error
  }
}

async function readUser(body: unknown, login: string): Promise<MigrationAnswer> {
  const parsed = MigratedUser.safeParse(body)
  if (!parsed.success) return failed(problemsOf(parsed.error.issues))
  const user = parsed.data
  const problem = await checkImported({ ...user, groups: undefined }, new Map())
  if (problem !== null) return failed(problem)
  const isAsked = [user.email, user.username].some(
    (name) => name !== undefined && normalizeKey(name) === normalizeKey(login),
  )
  return isAsked
    ? { kind: 'user', user }
    : failed('The user has neither the address nor the user name that was asked for.')
}

/** Messages of the schemas have no values. */
const problemsOf = (issues: readonly { readonly path: readonly PropertyKey[]; readonly message: string }[]) =>
  issues
    .slice(0, 3)
    .map(({ path, message }) => `${path.map(String).join('.') || 'The response'}: ${message}`)
    .join('; ')
