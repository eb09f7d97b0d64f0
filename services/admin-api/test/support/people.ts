import { createAccount } from '@signet/accounts'
import { auditedBefore, sql } from '@signet/db'
import { INSTANCE_KEY_SET, privateKeyPlace } from '@signet/db/key-set'
import { newId, newTypeId } from '@signet/runtime'
import { digest, mintToken } from '@signet/secrets'
import { importJWK, type JWK, SignJWT } from 'jose'
import { sessionCookieName } from '../../src/authn/console-session.ts'
import type { Service } from './world.ts'

export interface Person {
  readonly accountId: string
  readonly headers: Readonly<Record<string, string>>
}

interface SessionOptions {
  /** Absent for a password. */
  readonly providerId?: string
  readonly expired?: boolean
  readonly authenticatedAt?: Date
}

/** Inserts a console session without a sign-in. Its last use is already stored, so that a test call writes nothing else. */
export async function signIn(
  { database, deps, administratorsProject }: Service,
  accountId: string,
  { providerId, expired = false, authenticatedAt }: SessionOptions = {},
): Promise<Person> {
  const value = mintToken()
  await database.run(sql`
    INSERT INTO console_sessions (digest, project_id, account_id, active_team_id, provider_id, authenticated_at, last_seen_at, expires_at)
    VALUES (${digest(value)}, ${administratorsProject}, ${accountId},
      (SELECT m.team_id FROM team_members m JOIN teams t ON t.id = m.team_id
       WHERE m.account_id = ${accountId} AND t.kind = 'personal'),
      ${providerId ?? null}, ${authenticatedAt ?? null}, now() + interval '1 hour', now() + make_interval(hours => ${expired ? -1 : 12}))`)
  const { SIGNET_BASE_URL: origin } = deps.config
  return { accountId, headers: { cookie: `${sessionCookieName(origin)}=${value}`, origin } }
}

export async function makeAdministrator(service: Service, email: string): Promise<Person> {
  const { prisma, administratorsProject: projectId } = service
  const id = newId('account')
  const teamId = newId('team')
  await createAccount(auditedBefore(service.database), { projectId, id, email, emailVerified: true })
  await prisma.team.create({ data: { id: teamId, name: email, kind: 'personal', personalOf: id } })
  await prisma.teamMember.create({ data: { teamId, projectId, accountId: id, role: 'owner' } })
  return signIn(service, id)
}

interface AgentToken {
  /** Binding of the token (RFC 7800). */
  readonly confirmation?: object | undefined
  /** Seconds from now. */
  readonly expiresIn?: number
  /** Default: the reserved client. */
  readonly clientId?: string
}

/** Signs a JWT with the instance's key, and stores its grant. */
export async function agentOf(
  { database, deps, administratorsProject }: Service,
  accountId: string,
  scopes: readonly string[],
  { confirmation, expiresIn = 900, clientId = 'signet-agent' }: AgentToken = {},
): Promise<Person> {
  const grantId = newTypeId('gra')
  await database.run(sql`
    INSERT INTO oidc_grants (project_id, id, account_id, client_id, payload, expires_at)
    VALUES (${administratorsProject}, ${grantId}, ${accountId}, ${clientId}, '{}'::jsonb, now() + interval '1 hour')`)
  // The last use is already stored, so that a test call writes nothing else.
  await database.run(
    sql`UPDATE agent_clients SET last_used_at = now() + interval '1 hour' WHERE client_id = ${clientId}`,
  )
  const token = await tokenOf(
    { database, deps },
    { subject: accountId, clientId, scopes, grantId, confirmation, expiresIn },
  )
  return { accountId, headers: { authorization: `Bearer ${token}` } }
}

interface SignedToken extends Pick<AgentToken, 'confirmation' | 'expiresIn'> {
  readonly subject: string
  readonly clientId: string
  readonly scopes: readonly string[]
  readonly grantId?: string
}

export async function tokenOf(
  { database, deps }: Pick<Service, 'database' | 'deps'>,
  { subject, clientId, scopes, grantId, confirmation, expiresIn = 900 }: SignedToken,
): Promise<string> {
  const [key] = await database.rows<{ kid: string; sealed: string }>(
    sql`SELECT kid, private_sealed AS sealed FROM signing_keys
        WHERE key_set_id = ${INSTANCE_KEY_SET} AND algorithm = 'EdDSA' AND state = 'signing'`,
  )
  if (!key) throw new Error('The instance has no EdDSA signer.')
  const jwk = JSON.parse(deps.vault.open(key.sealed, privateKeyPlace(INSTANCE_KEY_SET, key.kid))) as JWK
  const base = deps.config.SIGNET_BASE_URL
  const claims = { client_id: clientId, ...(grantId ? { gid: grantId } : {}), scope: scopes.join(' ') }
  return new SignJWT(confirmation ? { ...claims, cnf: confirmation } : claims)
    .setProtectedHeader({ alg: 'EdDSA', kid: key.kid, typ: 'at+jwt' })
    .setIssuer(base)
    .setAudience(`${base}/mcp`)
    .setSubject(subject)
    .setIssuedAt()
    .setJti(mintToken())
    .setExpirationTime(Math.floor(Date.now() / 1000) + expiresIn)
    .sign(await importJWK(jwk, 'EdDSA'))
}
