import {
  claimsAboutUser,
  claimsOfAccessToken,
  type DeclaredLists,
  type DeclaringAccount,
  idTokenHasClaimsOfScopes,
  type UserClaims,
} from '@signet/accounts'
import { settingsInForce } from '@signet/clients'
import { operations, type PreviewedClaims, type Settings, type StoredClaim } from '@signet/contracts'
import { type Executor, sql } from '@signet/db'
import { refuse } from '@signet/runtime'
import { loadSettings } from '@signet/tenancy'
import { implementRead } from '../../implement.ts'
import { findResource, type ResourceRecord } from '../resources/resource-store.ts'
import { type FullUserRecord, findUser } from '../users/read.ts'
import { type ClientRow, findClient } from './client-store.ts'
import { latestSignIn, type PreviewedClaim, protocolClaims, type SignInFacts } from './preview-subject.ts'

interface Preview {
  readonly settings: Settings
  readonly client: ClientRow
  readonly user: FullUserRecord
  readonly api: ResourceRecord | null
  readonly lists: DeclaredLists | undefined
  readonly granted: Granted
  readonly signIn: SignInFacts
}

/** Uses the functions of the authorization server. */
export const client_token_preview = implementRead(
  operations.client_token_preview,
  async ({ deps, project }, { clientId, userId, scope = 'openid', resource, acrValues }) => {
    const { database } = deps
    const client = await findClient({ deps }, project.id, clientId)
    const user = await findUser(database, project.id, userId)
    const api = resource === undefined ? null : await findResource(database, project.id, resource)
    const settings = settingsInForce(project, await loadSettings(database))
    const granted = grantedScopes(settings, client, api, scope)
    const lists = project.reserved ? undefined : await readLists(database, project.id, client.id, api)
    const access = { audience: api?.identifier, scope: (api ? granted.ofApi : granted.ofServer).join(' ') }
    const subject = { project, client, accountId: user.id }
    const signIn = await latestSignIn(database, settings.acrValues, subject)
    const inIdToken = { amr: signIn.amr, acr: acrValues ? signIn.acr : undefined }
    const protocol = await protocolClaims(deps, subject, access, inIdToken)
    const claims = computeClaims({ settings, client, user, api, lists, granted, signIn })
    return {
      scope: [...granted.ofServer, ...granted.ofApi].join(' '),
      issuable: mayGetTokens(user, client),
      idToken: claims.idToken && shown(claims.idToken, protocol.idToken),
      userInfo: claims.userInfo && shown(claims.userInfo, protocol.userInfo),
      accessToken: shown(claims.accessToken, protocol.accessToken),
    }
  },
)

const mayGetTokens = ({ active, locked }: FullUserRecord, { grantTypes }: ClientRow): boolean =>
  active && !locked && grantTypes.some((type) => type !== 'client_credentials')

function computeClaims({ settings, client, user, api, lists, granted, signIn }: Preview) {
  const facts = { account: accountOf(user), groups: user.groups, scopes: new Set(granted.ofServer) }
  const releasing = granted.ofServer.find((name) => settings.claims[name]?.includes('groups')) ?? null
  const groups = releasing === null ? undefined : user.groups.map(({ displayName }) => displayName)
  const common = { lists, facts, groups, byScope: settings.claims }
  const ofSignIn = { ...facts, ...signIn }
  const isOpenId = granted.ofServer.includes('openid')
  const hasUserInfo = isOpenId && settings['userinfo.enabled'] && (!api || api.userInfoAccess)
  const hasClaimsOfScopes = idTokenHasClaimsOfScopes(settings, client.idTokenClaims, api?.identifier)
  return {
    idToken: isOpenId
      ? claimsAboutUser({ ...common, facts: ofSignIn, output: 'id_token', hasClaimsOfScopes })
      : null,
    userInfo: hasUserInfo
      ? claimsAboutUser({ ...common, output: 'userinfo', hasClaimsOfScopes: true })
      : null,
    accessToken: claimsOfAccessToken({
      lists,
      facts: { ...ofSignIn, scopes: new Set([...granted.ofServer, ...granted.ofApi]) },
      groups,
      scope: releasing,
    }),
  }
}

const accountOf = ({
  email,
  verified,
  username,
  externalId,
  claims,
  profile,
}: FullUserRecord): DeclaringAccount => ({
  email: email || null,
  emailVerified: verified,
  username,
  externalId,
  claims,
  profile: profile as Readonly<Record<string, unknown>>,
})

interface Granted {
  readonly ofServer: readonly string[]
  readonly ofApi: readonly string[]
}

/** Scopes of the server, and of the API of the token. */
function grantedScopes(
  { scopes, claims }: Settings,
  client: ClientRow,
  api: ResourceRecord | null,
  requested: string,
): Granted {
  const registered = tokens(client.scope ?? '')
  const allowed = tokens(requested).filter((name) => registered.length === 0 || registered.includes(name))
  const ofServer = new Set([...scopes, ...Object.keys(claims)])
  return {
    ofServer: allowed.filter((name) => ofServer.has(name)),
    ofApi: allowed.filter((name) => !ofServer.has(name) && api?.scopes.includes(name)),
  }
}

const tokens = (scope: string): string[] => [...new Set(scope.split(' ').filter(Boolean))]

async function readLists(
  executor: Executor,
  projectId: string,
  clientId: string,
  api: ResourceRecord | null,
): Promise<DeclaredLists> {
  const [row] = await executor.rows<Record<keyof DeclaredLists, readonly StoredClaim[]>>(sql`
    SELECT c.declared_claims AS application, p.declared_claims AS project,
      COALESCE((SELECT r.declared_claims FROM resources r WHERE r.project_id = p.id AND r.id = ${api?.id ?? ''}), '[]') AS api
    FROM projects p JOIN clients c ON c.project_id = p.id WHERE p.id = ${projectId} AND c.id = ${clientId}`)
  return row ?? refuse('not_found')
}

const shown = (
  { released, issued, omitted }: UserClaims,
  protocol: readonly PreviewedClaim[],
): PreviewedClaims => ({
  claims: [
    ...protocol,
    ...released.map(({ claim, value, scope }) => ({
      claim,
      value,
      origin: 'account' as const,
      source: scope ?? '',
    })),
    ...issued.map(({ claim, value, owner, source }) => ({ claim, value, origin: owner, source })),
  ],
  omitted: omitted.map(({ claim, owner, source, reason }) => ({ claim, origin: owner, source, reason })),
})
