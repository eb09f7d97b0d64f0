import { type Executor, raw, type Sql, sql } from '@signet/db'
import { makeAdministrator, type Person } from './people.ts'
import { api, application, makeClient, makeUser, ownProject, publishedKey, unique } from './things.ts'
import { makeTeam, type World } from './world.ts'

export interface Attempt {
  readonly input: Readonly<Record<string, unknown>>
  /** Default: the super administrator. */
  readonly person?: Person
  /** Runs between the two checks of the call, under the lock that the call waits for. */
  readonly concurrent?: {
    readonly holding: Sql
    change(tx: Executor): Promise<unknown>
    after?(): Promise<unknown>
  }
}

export type Case = (world: World) => Promise<Attempt>

export const withoutMail =
  (attempt: Case): Case =>
  async (world) => {
    await world.database.run(sql`DELETE FROM smtp_settings`)
    return attempt(world)
  }

export async function anotherSuper(world: World): Promise<Person> {
  const person = await makeAdministrator(world, `${unique('super')}@example.com`)
  await world.prisma.teamMember.create({
    data: {
      teamId: world.superTeam,
      projectId: world.administratorsProject,
      accountId: person.accountId,
      role: 'owner',
    },
  })
  return person
}

export const onTeam =
  (which: 'team' | 'superTeam' | 'personal', fields: Record<string, unknown>): Case =>
  async (world) => {
    const { teams } = await world.ok(world.people.super, 'whoami', {})
    const personal = teams.find(({ kind }) => kind === 'personal')?.id
    return { input: { teamId: which === 'personal' ? personal : world[which], ...fields } }
  }

/** The administrator owns as many teams as plans allow, while plans are enforced. */
export const atTeamLimit =
  (attempt: (world: World, person: Person) => Promise<Attempt>): Case =>
  async (world) => {
    const person = await makeAdministrator(world, `${unique('a')}@example.com`)
    for (const name of ['One', 'Two', 'Three']) await makeTeam(world, name, [[person.accountId, 'owner']])
    await enforcePlans(world)
    return { person, ...(await attempt(world, person)) }
  }

export const rootKeys =
  (fields: Record<string, unknown>): Case =>
  async (world) => ({ input: { projectId: world.defaultProject, ...fields } })

/** Call on a key of the instance's or the project's set. */
export const ofSet =
  (
    which: 'instance' | 'project',
    makeKey: (world: World, set: string) => Promise<string>,
    fields: (kid: string) => Record<string, unknown>,
  ): Case =>
  async (world) => {
    const path = which === 'instance' ? {} : { projectId: world.project }
    const kid = await makeKey(world, which === 'instance' ? 'instance' : world.project)
    return { input: { ...path, ...fields(kid) } }
  }

export async function signer({ database }: World, set: string): Promise<string> {
  const [key] = await database.rows<{ kid: string }>(
    sql`SELECT kid FROM signing_keys WHERE key_set_id = ${set} AND state = 'signing' AND algorithm = 'ES256'`,
  )
  return key?.kid ?? ''
}

export async function revokedKey(world: World, set: string): Promise<string> {
  const kid = await publishedKey(world, set)
  await world.database.run(sql`UPDATE signing_keys SET state = 'revoked' WHERE kid = ${kid}`)
  return kid
}

export async function fullSet(world: World, set: string): Promise<string> {
  const kid = await publishedKey(world, set)
  await world.database.run(sql`
    INSERT INTO signing_keys (key_set_id, kid, algorithm, state, public_jwk, promotable_at, created_at)
    SELECT ${set}, ${kid} || n, 'ES384', 'published', '{}'::jsonb, now(), now() - interval '11 days' FROM generate_series(1, 12) n`)
  return kid
}

export const nothingDepends = { applications: 0, connections: 0, providers: 0, resources: 0 }

export const ofOwnProject =
  (fields: Record<string, unknown>, person: 'owner' | 'super' = 'super'): Case =>
  async (world) => ({ person: world.people[person], input: { ...(await ownProject(world)), ...fields } })

export const underDestruction: Case = async (world) => {
  const one = await ownProject(world)
  await world.ok(world.people.super, 'project_delete', one)
  await world.database.run(sql`UPDATE projects SET purge_started_at = now() WHERE id = ${one.projectId}`)
  return { input: one }
}

export const newApi =
  (fields: Record<string, unknown>): Case =>
  async (world) => ({ input: { projectId: world.project, ...api(), ...fields } })

export const changedApi =
  (fields: Record<string, unknown>): Case =>
  async (world) => {
    const { identifier } = await world.ok(world.people.super, 'resource_declare', {
      projectId: world.project,
      ...api(),
    })
    return { input: { projectId: world.project, resourceId: identifier, ...fields } }
  }

export const rootApi = async (world: World) => {
  const { identifier } = await world.ok(world.people.super, 'resource_declare', {
    projectId: world.defaultProject,
    ...api(),
  })
  return { projectId: world.defaultProject, resourceId: identifier }
}

/** Call by a member of the System team who is not a super administrator. */
export const ofSystemTeam =
  (input: (world: World) => Promise<Record<string, unknown>>): Case =>
  async (world) => {
    const person = await makeAdministrator(world, `${unique('a')}@example.com`)
    await world.database.run(sql`
      INSERT INTO team_members (team_id, project_id, account_id, role)
      SELECT system_team_id, administrators_project_id, ${person.accountId}, 'owner' FROM instance`)
    return { person, input: await input(world) }
  }

/** Call by an owner at the limit of the plan, while plans are enforced. */
export const atPlanLimit =
  (column: string, attempt: Case): Case =>
  async (world) => {
    await enforcePlans(world)
    await world.database.run(sql`UPDATE plans SET ${raw(column)} = 0 WHERE is_default`)
    return { person: world.people.owner, ...(await attempt(world)) }
  }

export const enforcePlans = ({ database }: World): Promise<unknown> =>
  database.run(
    sql`INSERT INTO settings (key, value) VALUES ('plans.enabled', 'true'::jsonb) ON CONFLICT DO NOTHING`,
  )

export const newGroup = async (world: World) => {
  const { id } = await world.ok(world.people.super, 'project_group_create', {
    projectId: world.project,
    displayName: unique('group '),
  })
  return { projectId: world.project, groupId: id }
}

export const managedGroup =
  (fields: Record<string, unknown>): Case =>
  async (world) => {
    const group = await newGroup(world)
    const { connectionId } = await managedUser(world)
    await world.database.run(
      sql`UPDATE groups SET connection_id = ${connectionId} WHERE id = ${group.groupId}`,
    )
    return { input: { ...group, ...fields } }
  }

export const place = (world: World) => ({ world, projectId: world.project, teamId: world.team })

export const newUser = async (world: World) => ({
  projectId: world.project,
  userId: await makeUser(place(world)),
})
const newClient = async (world: World) => ({
  projectId: world.project,
  clientId: await makeClient(place(world)),
})

export const newApplication =
  (fields: Record<string, unknown>): Case =>
  async (world) => ({ input: { projectId: world.project, ...application, ...fields } })

export const changedApplication =
  (fields: Record<string, unknown>): Case =>
  async (world) => ({ input: { ...(await newClient(world)), ...fields } })

export const registered: Case = async (world) => {
  const client = await newClient(world)
  await world.database.run(
    sql`UPDATE clients SET registered_dynamically = true WHERE id = ${client.clientId}`,
  )
  return { input: client }
}

export const newProject =
  (fields: Record<string, unknown>, person?: 'owner'): Case =>
  async (world) => ({
    input: { name: 'Another', slug: unique('p'), teamId: world.team, ...fields },
    ...(person ? { person: world.people[person] } : {}),
  })

export const inviting =
  (fields: Record<string, unknown>): Case =>
  async (world) => ({ input: { projectId: world.project, email: `${unique('i')}@example.com`, ...fields } })

/** Call on the only super administrator, as a user of the administrators' project. */
export const lastSuper =
  (fields: Record<string, unknown>): Case =>
  async (world) => {
    await onlySuper(world)
    return {
      input: { projectId: world.administratorsProject, userId: world.people.super.accountId, ...fields },
    }
  }

/** Change of the other super administrator by one whose status is withdrawn concurrently, so that the other is the last. */
export const leftAlone =
  (fields: Record<string, unknown>): Case =>
  async (world) => {
    const { accountId: userId } = await anotherSuper(world)
    const caller = world.people.super.accountId
    return {
      input: { projectId: world.administratorsProject, userId, ...fields },
      concurrent: {
        holding: sql`SELECT id FROM teams WHERE id = ${world.superTeam} FOR UPDATE`,
        change: (tx) =>
          tx.run(
            sql`DELETE FROM team_members WHERE team_id = ${world.superTeam} AND account_id <> ${userId}`,
          ),
        after: () =>
          world.database.run(sql`
            UPDATE team_members SET account_id = ${caller} WHERE team_id = ${world.superTeam}`),
      },
    }
  }

export const requireVerification = ({ database, administratorsProject }: World): Promise<unknown> =>
  database.run(
    sql`UPDATE projects SET email_verification_required = true WHERE id = ${administratorsProject}`,
  )

export const onOwnAccount =
  (fields: Record<string, unknown>): Case =>
  async (world) => {
    await onlySuper(world)
    return { input: { adminId: world.people.super.accountId, ...fields } }
  }

const onlySuper = ({ database, superTeam, people }: World): Promise<unknown> =>
  database.run(
    sql`DELETE FROM team_members WHERE team_id = ${superTeam} AND account_id <> ${people.super.accountId}`,
  )

export const locked: Case = async (world) => {
  const user = await newUser(world)
  await world.database.run(sql`UPDATE accounts SET locked_at = now() WHERE id = ${user.userId}`)
  return { input: { ...user, active: true } }
}

export async function managedUser(world: World) {
  const user = await newUser(world)
  return { ...user, connectionId: await manage(world, user) }
}

/**
 * Assigns the account to a new connection.
 * @returns the id of the connection
 */
export async function manage(
  world: World,
  { projectId, userId }: { readonly projectId: string; readonly userId: string },
): Promise<string> {
  const id = unique('con')
  await world.prisma.identityProvider.create({
    data: {
      projectId,
      id,
      displayName: 'Directory',
      clientId: 'x',
      position: 1,
      provisioning: 'existing_only',
    },
  })
  await world.prisma.provisioningConnection.create({
    data: {
      projectId,
      id,
      displayName: 'Directory',
      providerId: id,
      clientId: id,
      correlationClaim: 'sub',
      correlationAttribute: 'externalId',
    },
  })
  await world.database.run(
    sql`UPDATE accounts SET connection_id = ${id} WHERE project_id = ${projectId} AND id = ${userId}`,
  )
  return id
}

export const managed =
  (fields: Record<string, unknown>): Case =>
  async (world) => {
    const { connectionId: _connection, ...user } = await managedUser(world)
    return { input: { ...user, ...fields } }
  }

export const png = 'data:image/png;base64,AAAA'

export const configureMail = async ({ database, mailbox }: World): Promise<unknown> =>
  database.run(sql`
    INSERT INTO smtp_settings (host, port, secure, username, from_name, from_email)
    VALUES (${mailbox.host}, ${mailbox.port}, false, '', 'Signet', 'no-reply@example.com')
    ON CONFLICT (id) DO UPDATE SET host = EXCLUDED.host, port = EXCLUDED.port, secure = false, username = '', password_sealed = NULL`)

export const refusedByMailServer =
  (attempt: Case): Case =>
  async (world) => {
    const made = await attempt(world)
    await configureMail(world)
    await world.database.run(sql`UPDATE smtp_settings SET port = 1`)
    // An increment that is undone would change the version of an existing row.
    await world.database.run(sql`DELETE FROM throttles`)
    return made
  }

export const withMail =
  (attempt: Case): Case =>
  async (world) => {
    await configureMail(world)
    return attempt(world)
  }

/** Makes the order of a project's providers definite: the new one is the last. */
export async function addProvider({ prisma }: World, projectId: string): Promise<string> {
  const id = unique('idp')
  const position = await prisma.identityProvider.count({ where: { projectId } })
  await prisma.identityProvider.create({
    data: {
      projectId,
      id,
      displayName: 'Upstream',
      clientId: 'x',
      issuer: 'https://up.example',
      position,
    },
  })
  return id
}
