import { type Executor, type Sql, sql } from '@signet/db'
import { type ConnectionRef, credentialUse, type ManagingConnection } from '@signet/provisioning'
import { digest } from '@signet/secrets'
import { type Address, issuerOf, rootProjects } from '@signet/tenancy'

export interface Connection {
  readonly id: string
  readonly projectId: string
  readonly displayName: string
  readonly enabled: boolean
  readonly scheduled: boolean
  readonly emailTrust: 'trusted' | 'untrusted'
  readonly teamId: string
  readonly reserved: boolean
  readonly issuer: string
  /** Ends without a slash. */
  readonly baseUrl: string
  readonly credential: 'static_token' | 'oauth'
}

interface Row extends Omit<Connection, 'issuer' | 'baseUrl' | 'credential'> {
  readonly addressForm: string
  readonly slug: string | null
  readonly host: string | null
}

const staticToken = /^sct_[\w-]{43}$/
/** 256 random bits as written by oidc-provider. */
const opaqueToken = /^[\w-]{20,128}$/

/**
 * Searches the projects at the address of the request: a token of one project is invalid at another's address. Returns null for every
 * reason.
 */
export async function findConnection(
  executor: Executor,
  address: Address,
  token: string,
  baseUrl: string,
): Promise<Connection | null> {
  const credential = staticToken.test(token) ? 'static_token' : 'oauth'
  if (credential === 'oauth' && !opaqueToken.test(token)) return null
  const statement = credential === 'static_token' ? byStaticToken : byAccessToken
  const [row] = await executor.rows<Row>(statement(projectsAt(address), digest(token)))
  if (!row) return null
  const { addressForm, slug, host, ...connection } = row
  const issuer = issuerOf({ addressForm, slug, host }, baseUrl)
  return issuer === null ? null : { ...connection, credential, issuer, baseUrl: `${issuer}/scim/v2` }
}

/**
 * Finds the connection of a refused token also after its expiry, so that its log has the refusal. A revoked token was deleted and is
 * unknown.
 */
export async function findRefusedConnection(
  executor: Executor,
  address: Address,
  token: string,
): Promise<ConnectionRef | null> {
  if (!staticToken.test(token) && !opaqueToken.test(token)) return null
  const projects = projectsAt(address)
  const [row] = await executor.rows<ConnectionRef>(
    staticToken.test(token)
      ? sql`
        SELECT project_id AS "projectId", connection_id AS "connectionId" FROM provisioning_credentials
        WHERE secret_digest = ${digest(token)} AND kind = 'static_token' AND project_id IN (${projects})`
      : sql`
        SELECT c.project_id AS "projectId", c.id AS "connectionId" FROM oidc_client_credentials_tokens t
        JOIN provisioning_connections c ON c.project_id = t.project_id AND c.client_id = t.client_id
        WHERE t.project_id IN (${projects}) AND t.id = ${digest(token)}`,
  )
  return row ?? null
}

/** Several projects share the root. */
function projectsAt(address: Address): Sql {
  switch (address.form) {
    case 'root':
      return rootProjects
    case 'host':
      return sql`SELECT id FROM projects WHERE address_form = 'host' AND host = ${address.host}`
    default:
      return sql`SELECT id FROM projects WHERE address_form = ${address.form} AND slug = ${address.slug}`
  }
}

const columns = sql`c.id, c.project_id AS "projectId", c.display_name AS "displayName", c.enabled,
  c.email_trust AS "emailTrust", p.team_id AS "teamId", p.reserved IS NOT NULL AS reserved,
  p.deletion_scheduled_at IS NOT NULL AS scheduled, p.address_form AS "addressForm", p.slug, p.host`

/** Stores the use of the token, which ends an overlap. */
const byStaticToken = (projects: Sql, secretDigest: string): Sql => sql`
  WITH ${credentialUse({ kind: 'static_token', projects, secretDigest })}
  SELECT ${columns} FROM accepted
  JOIN provisioning_connections c ON c.project_id = accepted.project_id AND c.id = accepted.connection_id
  JOIN projects p ON p.id = c.project_id`

/** The opaque token belongs to the connection's OAuth client, with the scope scim and without a key binding. */
const byAccessToken = (projects: Sql, tokenDigest: string): Sql => sql`
  SELECT ${columns} FROM oidc_client_credentials_tokens t
  JOIN provisioning_connections c ON c.project_id = t.project_id AND c.client_id = t.client_id
  JOIN projects p ON p.id = c.project_id
  WHERE t.project_id IN (${projects}) AND t.id = ${tokenDigest} AND t.expires_at > now()
    AND 'scim' = ANY(string_to_array(t.payload->>'scope', ' '))
    AND t.payload->>'jkt' IS NULL AND t.payload->>'x5t#S256' IS NULL`

export const referenceOf = ({ projectId, id }: Connection): ConnectionRef => ({ projectId, connectionId: id })

export const managingOf = (connection: Connection): ManagingConnection => ({
  ...referenceOf(connection),
  emailTrust: connection.emailTrust,
})
