import { type Executor, type Sql, sql } from '@signet/db'
import { type ConnectionRef, credentialUse, type ManagingConnection } from '@signet/provisioning'
import { digest } from '@signet/secrets'
import { type Address, issuerOf, rootProjects } from '@signet/tenancy'

/** The provisioning connection that a credential stands for, as it is at this moment. */
export interface Connection {
  readonly id: string
  readonly projectId: string
  readonly displayName: string
  readonly enabled: boolean
  /** The project is scheduled for deletion. */
  readonly scheduled: boolean
  readonly emailTrust: 'trusted' | 'untrusted'
  /** The team that owns the project, which audit entries name. */
  readonly teamId: string
  /** It is the administrators' project. */
  readonly reserved: boolean
  readonly issuer: string
  /** Address of SCIM at this project, without a slash at the end. */
  readonly baseUrl: string
  readonly credential: 'static_token' | 'oauth'
}

interface Row extends Omit<Connection, 'issuer' | 'baseUrl' | 'credential'> {
  readonly addressForm: string
  readonly slug: string | null
  readonly host: string | null
}

const staticToken = /^sct_[\w-]{43}$/
/** What oidc-provider makes of 256 random bits. */
const opaqueToken = /^[\w-]{20,128}$/

/**
 * Finds the connection behind a bearer token at the address the request came to; the address decides first, so a
 * token of one project is nothing at another's (T02). Null whatever the reason.
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

/** Ids of the projects that stand at an address: one, or, at the root, those that share it. */
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

/** A static token that works at this moment; its use is noted, which is what ends an overlap (T34). */
const byStaticToken = (projects: Sql, secretDigest: string): Sql => sql`
  WITH ${credentialUse({ kind: 'static_token', projects, secretDigest })}
  SELECT ${columns} FROM accepted
  JOIN provisioning_connections c ON c.project_id = accepted.project_id AND c.id = accepted.connection_id
  JOIN projects p ON p.id = c.project_id`

/** An opaque access token of the connection's own OAuth client, with scope scim and bound to no key. */
const byAccessToken = (projects: Sql, tokenDigest: string): Sql => sql`
  SELECT ${columns} FROM oidc_client_credentials_tokens t
  JOIN provisioning_connections c ON c.project_id = t.project_id AND c.client_id = t.client_id
  JOIN projects p ON p.id = c.project_id
  WHERE t.project_id IN (${projects}) AND t.id = ${tokenDigest} AND t.expires_at > now()
    AND 'scim' = ANY(string_to_array(t.payload->>'scope', ' '))
    AND t.payload->>'jkt' IS NULL AND t.payload->>'x5t#S256' IS NULL`

/** The connection as the shared rules name it. */
export const referenceOf = ({ projectId, id }: Connection): ConnectionRef => ({ projectId, connectionId: id })

export const managingOf = (connection: Connection): ManagingConnection => ({
  ...referenceOf(connection),
  emailTrust: connection.emailTrust,
})
