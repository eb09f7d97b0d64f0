import { type DeclaredLists, type Membership, readsGroups } from '@signet/accounts'
import type { ClaimOutput, StoredClaim } from '@signet/contracts'
import type { Client, KoaContextWithOIDC } from 'oidc-provider'
import { ownSettings } from '../clients/client-metadata.ts'
import type { OptionsContext } from '../core/issuer-context.ts'
import { membershipsOf } from '../request/account-store.ts'
import { apisOf } from './apis.ts'

const none: readonly StoredClaim[] = []

/**
 * Undefined when all lists are empty. The administrators' project and directories have none: their tokens carry rights of the console,
 * of agents and of SCIM.
 */
export async function listsFor(
  context: OptionsContext,
  client: Client | undefined,
  audience?: unknown,
): Promise<DeclaredLists | undefined> {
  const { project } = context
  if (!client || project.reserved) return undefined
  const { connectionId, declaredClaims = none } = ownSettings(client)
  if (connectionId !== undefined) return undefined
  const api = typeof audience === 'string' ? await apisOf(context).find(audience) : null
  const ofProject = project.declaredClaims
  const ofApi = api?.declaredClaims ?? none
  const total = declaredClaims.length + ofApi.length + ofProject.length
  return total > 0 ? { application: declaredClaims, api: ofApi, project: ofProject } : undefined
}

/** One statement in a request, only for claims that need the groups. */
export const groupsFor = async (
  { deps, project }: OptionsContext,
  lists: DeclaredLists,
  output: ClaimOutput,
  accountId: string,
): Promise<readonly Membership[]> =>
  readsGroups(lists, output) ? membershipsOf(deps.database, project.id, accountId) : []

/** Returns the artifact that a token is issued from. */
export const sourceOf = ({ entities }: KoaContextWithOIDC['oidc']) =>
  entities.RefreshToken ??
  entities.AuthorizationCode ??
  entities.DeviceCode ??
  entities.BackchannelAuthenticationRequest

/** UserInfo has no facts of a sign-in. */
export function signInOf(request: KoaContextWithOIDC['oidc']): {
  readonly acr?: string | undefined
  readonly amr?: readonly string[] | undefined
} {
  const source = sourceOf(request)
  return { acr: source?.acr, amr: source?.amr }
}

/** Key of declared claims in the claims of an account: no scope and no request can name it. */
export const declared = Symbol('declared claims')
