import { createHmac, hash, pbkdf2Sync, randomBytes } from 'node:crypto'
import { isForbidden } from '../errors.ts'
import { serviceLimits, serviceSettings } from '../pool.ts'
import { isPooledUrl, type PooledLogin, pooledLogins } from '../pooler.ts'
import { type Executor, raw, sql } from '../sql.ts'
import { roles } from '../wall/roles.ts'

/** The message has the statements to run, or the reason. */
export class ServiceLoginRefused extends Error {
  override name = 'ServiceLoginRefused'
}

interface Login {
  readonly name: string
  readonly memberOf: readonly string[]
  /** Added to LOGIN and PASSWORD. */
  readonly attributes?: string
  readonly settings?: Readonly<Record<string, string | number>>
}

/**
 * Creates the login role of the services with the name and the password of their URL, as a member of their three roles, or gives an
 * existing one that password. It owns nothing, so that a service cannot change the schema. For a URL with `pooler=transaction` it also
 * creates the logins that act as one role each. Creates no login for the owner itself.
 * @throws ServiceLoginRefused
 */
export async function ensureServiceLogin(executor: Executor, url: string): Promise<void> {
  const { username, password } = new URL(url)
  const name = decodeURIComponent(username)
  const secret = decodeURIComponent(password)
  const pooled = isPooledUrl(url) ? pooledLogins(name).map(loginOfPooler) : []
  for (const login of [{ name, memberOf: Object.values(roles) }, ...pooled])
    await ensureLogin(executor, login, secret)
}

/**
 * The start of a connection through a pooler cannot set a role or a limit, so the login has them. NOINHERIT: a connection without its
 * role has no rights.
 */
const loginOfPooler = ({ name, role, memberOf }: PooledLogin): Login => ({
  name,
  memberOf,
  attributes: 'NOINHERIT',
  settings: { ...serviceLimits, ...serviceSettings, role },
})

async function ensureLogin(executor: Executor, login: Login, secret: string): Promise<void> {
  const { name } = login
  const [state] = await executor.rows<{ isOwner: boolean; isThere: boolean; isFree: boolean }>(sql`
    SELECT ${name} = current_user AS "isOwner", r.oid IS NOT NULL AS "isThere",
      coalesce(r.rolsuper OR r.rolbypassrls OR r.rolcreaterole, false) AS "isFree"
    FROM (SELECT 1) one LEFT JOIN pg_roles r ON r.rolname = ${name}`)
  // The services connect as the owner, as before this variable.
  if (state?.isOwner) return
  if (!/^[a-z_][a-z0-9_-]{0,62}$/.test(name) || !/^[\x21-\x7e]{16,}$/.test(secret))
    throw new ServiceLoginRefused(
      'SIGNET_SERVICE_DATABASE_URL needs a user in lower case and a password of at least 16 ASCII characters.',
    )
  if (state?.isFree)
    throw new ServiceLoginRefused(
      `${name} is exempt from row-level security: give the services another user.`,
    )
  try {
    for (const statement of statementsOf(login, state?.isThere === true, scramOf(secret)))
      await executor.run(raw(statement))
  } catch (error) {
    if (!isForbidden(error)) throw error
    throw new ServiceLoginRefused(
      `The role of DATABASE_URL may not create the login of the services. Run as a superuser: ${statementsOf(login, state?.isThere === true, '…').join('; ')};`,
    )
  }
}

const statementsOf = (
  { name, memberOf, attributes = '', settings = {} }: Login,
  isThere: boolean,
  password: string,
): string[] => [
  `${isThere ? 'ALTER' : 'CREATE'} ROLE "${name}" LOGIN ${attributes} PASSWORD '${password}'`,
  `GRANT ${memberOf.join(', ')} TO "${name}"`,
  ...Object.entries(settings).map(([setting, value]) => `ALTER ROLE "${name}" SET ${setting} = '${value}'`),
]

/** The verifier that PostgreSQL stores (RFC 5803): the password is in no statement and no log of the server. */
function scramOf(password: string): string {
  const [iterations, salt] = [4096, randomBytes(16)]
  const salted = pbkdf2Sync(password, salt, iterations, 32, 'sha256')
  const keyOf = (label: string): Buffer => createHmac('sha256', salted).update(label).digest()
  const stored = hash('sha256', keyOf('Client Key'), 'base64')
  return `SCRAM-SHA-256$${iterations}:${salt.toString('base64')}$${stored}:${keyOf('Server Key').toString('base64')}`
}
