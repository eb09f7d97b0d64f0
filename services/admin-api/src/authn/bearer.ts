import { type AgentScope, agentScopes } from '@signet/contracts'
import { type Executor, sql } from '@signet/db'
import { INSTANCE_KEY_SET } from '@signet/db/key-set'
import { acrossProjects } from '@signet/db/unscoped'
import { refuse } from '@signet/runtime'
import { digest } from '@signet/secrets'
import { createLocalJWKSet, type JSONWebKeySet, jwtVerify } from 'jose'
import { LRUCache } from 'lru-cache'
import type { Administrator } from '../caller.ts'
import type { Deps } from '../deps.ts'
import { loadAdministrator } from './administrator.ts'
import { limitToEntry, noteUse, permittedScopes, readEntry } from './agent-entry.ts'
import { type PresentedToken, requireProof } from './proof.ts'
import { isServiceAccountId, loadServiceAccount, noteServiceAccountUse } from './service-account.ts'

interface VerifiedToken {
  readonly accountId: string
  readonly clientId: string
  readonly grantId: string | null
  readonly scopes: ReadonlySet<AgentScope>
  readonly thumbprint: string | null
  readonly keysVersion: number
  /** Milliseconds since the epoch. */
  readonly expiresAt: number
}

/**
 * Signatures are cached for one version of the keys, and never beyond the expiry of the token. Everything that can be withdrawn is read
 * on every call.
 */
const maxCached = 5000
const cachedMs = 60_000

const clockToleranceSeconds = 10

export type ReadBearer = (presented: PresentedToken) => Promise<Administrator | null>

export function createBearerReader(deps: Deps): ReadBearer {
  const cache = new LRUCache<string, VerifiedToken>({ max: maxCached, ttl: cachedMs })
  return async (presented) => {
    const version = await instanceVersion(deps.keyLookupPool)
    const key = digest(presented.token)
    const cached = cache.get(key)
    if (cached?.keysVersion === version && cached.expiresAt > Date.now())
      return authenticate(deps, cached, presented)
    const verified = await verify(deps, presented.token, version)
    cache.set(key, verified)
    return authenticate(deps, verified, presented)
  }
}

const instanceVersion = async (executor: Executor): Promise<number> =>
  (await executor.rows<{ version: number }>(sql`SELECT version FROM instance`))[0]?.version ?? 0

/** RFC 9068 section 4. Accepts only the audience of the agent endpoint. */
async function verify(deps: Deps, token: string, keysVersion: number): Promise<VerifiedToken> {
  const keys = await deps.database.rows<{ jwk: JSONWebKeySet['keys'][number] }>(
    sql`SELECT public_jwk AS jwk FROM signing_keys WHERE key_set_id = ${INSTANCE_KEY_SET} AND state <> 'revoked'`,
  )
  const base = deps.config.SIGNET_BASE_URL
  const { payload } = await jwtVerify(token, createLocalJWKSet({ keys: keys.map(({ jwk }) => jwk) }), {
    issuer: base,
    audience: `${base}/mcp`,
    typ: 'at+jwt',
    clockTolerance: clockToleranceSeconds,
    requiredClaims: ['exp'],
  }).catch(() => refuse('unauthenticated', { detail: 'The bearer token is not valid here.' }))
  const granted = new Set(String(payload.scope ?? '').split(' '))
  return {
    accountId: String(payload.sub),
    clientId: String(payload.client_id),
    grantId: typeof payload.gid === 'string' ? payload.gid : null,
    scopes: new Set(agentScopes.filter((scope) => granted.has(scope))),
    thumbprint: thumbprintOf(payload.cnf),
    keysVersion,
    expiresAt: (Number(payload.exp) + clockToleranceSeconds) * 1000,
  }
}

/** RFC 9449 section 6.1. Rejects every other binding, for example to a certificate, which this service cannot verify. */
function thumbprintOf(confirmation: unknown): string | null {
  if (confirmation === undefined) return null
  const { jkt, ...otherwise } = Object(confirmation) as Record<string, unknown>
  if (typeof jkt === 'string' && Object.keys(otherwise).length === 0) return jkt
  return refuse('unauthenticated', {
    detail: 'The bearer token is bound to a key or certificate that this endpoint cannot verify.',
  })
}

/** The client must be permitted, and the grant and the administrator active. */
async function authenticate(
  deps: Deps,
  verified: VerifiedToken,
  presented: PresentedToken,
): Promise<Administrator | null> {
  const { accountId, clientId, grantId, scopes, thumbprint } = verified
  if (isServiceAccountId(clientId)) return authenticateServiceAccount(deps, verified, presented)
  const keyLookupPool = acrossProjects(deps.keyLookupPool)
  const entry = await readEntry(keyLookupPool, { clientId, grantId, accountId })
  if (!entry) refuse('unauthenticated', { detail: 'This agent client is not permitted.' })
  if (entry.suspended) refuse('unauthenticated', { detail: 'The administrator suspended this agent.' })
  if (!entry.granted) refuse('unauthenticated', { detail: 'The authorization behind this token has ended.' })
  if (thumbprint !== null) await requireProof(deps, presented, thumbprint)
  else if (entry.keyProof === 'dpop' || presented.scheme === 'dpop')
    refuse('unauthenticated', {
      detail: 'The token is bound to no key, and this agent client needs one that is.',
    })
  const administrator = await loadAdministrator(keyLookupPool, accountId)
  if (!administrator) return null
  if (entry.unnoted) await noteUse(deps.database, clientId)
  const obtainable = permittedScopes(entry)
  const permitted = new Set(obtainable.filter((scope) => scopes.has(scope)))
  const { isMachine, secrets, callsPerMinute } = entry
  const approval = entry.approval === 'self' ? 'self' : 'ask'
  return {
    ...(await limitToEntry(keyLookupPool, administrator, entry)),
    via: {
      credential: 'agent',
      clientId,
      scopes: permitted,
      obtainableScopes: new Set(obtainable),
      approval,
      approvalFor: new Set(entry.approvalFor),
      secondApprovalFor: new Set(entry.secondApprovalFor),
      isLimited: entry.teamId !== null || entry.projectIds.length > 0,
      isMachine,
      isServiceAccount: false,
      secrets,
      callsPerMinute,
    },
  }
}

async function authenticateServiceAccount(
  deps: Deps,
  { accountId, clientId, scopes, thumbprint }: VerifiedToken,
  presented: PresentedToken,
): Promise<Administrator | null> {
  if (thumbprint !== null) await requireProof(deps, presented, thumbprint)
  else if (presented.scheme === 'dpop') refuse('unauthenticated', { detail: 'The token is bound to no key.' })
  const found =
    accountId === clientId
      ? await loadServiceAccount(acrossProjects(deps.keyLookupPool), clientId, scopes)
      : null
  if (!found) refuse('unauthenticated', { detail: 'The service account has ended.' })
  if (found.unnoted) await noteServiceAccountUse(deps.database, clientId)
  return found.caller
}
