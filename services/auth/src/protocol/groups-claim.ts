import type { Settings } from '@signet/contracts'
import type { AccountRow } from '../artifacts/account-columns.ts'
import type { OptionsContext } from '../core/issuer-context.ts'
import { groupsOf } from '../request/account-store.ts'

export interface ReleaseRequest {
  readonly scopes: readonly string[]
  readonly claims?: Readonly<Record<string, unknown>> | undefined
  readonly rejected?: readonly string[] | undefined
}

export const releasesGroups = (
  { claims: map }: Settings,
  { scopes, claims = {}, rejected = [] }: ReleaseRequest,
): boolean =>
  !rejected.includes('groups') &&
  (Object.hasOwn(claims, 'groups') || scopes.some((scope) => map[scope]?.includes('groups')))

/** A scope or claim releases the directory groups. A stored claim `groups` is ignored. */
export async function groupsClaim(
  { deps, project, settings }: OptionsContext,
  account: AccountRow,
  released: ReleaseRequest,
): Promise<{ readonly groups?: readonly string[] }> {
  if (!releasesGroups(settings, released)) return {}
  return { groups: await groupsOf(deps.database, project.id, account) }
}
