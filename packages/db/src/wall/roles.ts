import { isDuplicate, isForbidden } from '../errors.ts'
import { type Executor, raw, sql } from '../sql.ts'

/**
 * The roles cannot log in, own no table and do not bypass row-level security. DATABASE_URL's own role is a member of all of them and
 * switches to one when it connects.
 */
export const roles = {
  /** Reaches a project's rows only in a transaction that names the project. */
  service: 'signet_service',
  /** Reaches the rows of every project; set for one transaction at a time. */
  instance: 'signet_instance',
  /** The token path serves requests of several projects with one statement: limited to the tables it needs. */
  token: 'signet_token',
} as const

/** Operators log in as a member of it for reports and searches; no service uses it. */
export const readerRole = 'signet_reader'

export type Role = keyof typeof roles

const names = Object.values(roles)

/**
 * Creates the roles that the cluster lacks and makes the current user a member. Each statement is a transaction of its own: another
 * database of the cluster may be set up at the same time.
 * @throws RolesMissing when DATABASE_URL's role lacks the privileges
 */
export async function ensureRoles(executor: Executor): Promise<void> {
  const [state] = await executor.rows<{ user: string; absent: string[]; notTaken: string[] }>(sql`
    SELECT current_user AS user,
      ARRAY(SELECT name FROM unnest(${names}::text[]) AS name WHERE to_regrole(name) IS NULL) AS absent,
      ARRAY(SELECT name FROM unnest(${names}::text[]) AS name
        WHERE to_regrole(name) IS NULL OR NOT pg_has_role(current_user, to_regrole(name), 'MEMBER')) AS "notTaken"`)
  if (!state) return
  try {
    for (const name of state.absent) await unlessMade(executor.run(raw(`CREATE ROLE ${name} NOLOGIN`)))
    for (const name of state.notTaken) await executor.run(raw(`GRANT ${name} TO CURRENT_USER`))
  } catch (error) {
    if (isForbidden(error))
      throw new RolesMissing(
        names.map((name) => `CREATE ROLE ${name} NOLOGIN; GRANT ${name} TO "${state.user}";`),
      )
    throw error
  }
}

/** @throws RolesMissing when DATABASE_URL's role lacks the privileges */
export async function ensureReaderRole(executor: Executor): Promise<void> {
  const statement = `CREATE ROLE ${readerRole} NOLOGIN`
  const [state] = await executor.rows<{ user: string; made: boolean }>(
    sql`SELECT current_user AS user, to_regrole(${readerRole}) IS NOT NULL AS made`,
  )
  if (!state || state.made) return
  try {
    await unlessMade(executor.run(raw(statement)))
  } catch (error) {
    if (isForbidden(error)) throw new RolesMissing([`${statement};`])
    throw error
  }
}

async function unlessMade(statement: Promise<unknown>): Promise<void> {
  try {
    await statement
  } catch (error) {
    if (!isDuplicate(error)) throw error
  }
}

/** The message lists the statements that an administrator of the cluster must run once. */
class RolesMissing extends Error {
  override name = 'RolesMissing'
  constructor(statements: readonly string[]) {
    super(
      `The role of DATABASE_URL may not create the roles of Signet. Run as a superuser: ${statements.join(' ')}`,
    )
  }
}
