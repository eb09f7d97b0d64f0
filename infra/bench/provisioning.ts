import { median } from './compare.ts'
import { Connection } from './connection.ts'
import { textOf } from './load.ts'
import type { PreparedInstance } from './prepare.ts'
import { accountId, fillDirectory, members, type ProvisionedProject, people } from './provisioning-fill.ts'
import { heading, line } from './report.ts'
import { driveSignIns } from './sign-ins.ts'
import type { BenchStack } from './stack.ts'

interface DirectoryRequest {
  readonly method: string
  readonly path: string
  readonly body?: object
}

interface Step {
  readonly name: string
  readonly request: (round: number) => DirectoryRequest
  readonly statements: (round: number) => readonly string[]
}

const patch = (path: string, ...Operations: object[]): DirectoryRequest => ({
  method: 'PATCH',
  path,
  body: { Operations },
})

const filtered = (filter: string): DirectoryRequest => ({
  method: 'GET',
  path: `/Users?filter=${encodeURIComponent(filter)}`,
})

function stepsOf({ projectId, connectionId, groupId }: ProvisionedProject): Step[] {
  const managed = `project_id = '${projectId}' AND connection_id = '${connectionId}'`
  const audit = (round: number) =>
    `INSERT INTO audit_entries (id, actor, action, target_type, target_id, target_scope, surface, project_id, connection_id, detail)
     VALUES ('aud_bare${round}_${performance.now()}', 'x', 'enduser.update', 'EndUser', 'x', 'x', 'scim', '${projectId}', '${connectionId}', '{}')`
  const transaction = (...statements: string[]) => ['BEGIN', ...statements, 'COMMIT']
  const columns = 'id, username, external_id, active, profile, email, version, created_at, version_at'
  const found = (condition: string) => [`SELECT ${columns} FROM accounts WHERE ${managed} AND ${condition}`]
  const delta = (round: number) =>
    Array.from({ length: 10 }, (_, index) =>
      accountId(members + 1 + ((round * 10 + index) % (people - members))),
    )
  return [
    {
      name: 'create a user',
      request: (round) => ({
        method: 'POST',
        path: '/Users',
        body: {
          userName: `new${round}`,
          externalId: `new${round}`,
          emails: [{ value: `new${round}@scim.example` }],
        },
      }),
      statements: (round) =>
        transaction(
          audit(round),
          `INSERT INTO accounts (project_id, id, connection_id, username, username_key, external_id, email, email_key, profile)
           VALUES ('${projectId}', 'usr_bare${round}', '${connectionId}', 'bare${round}', 'bare${round}', 'bare${round}', 'bare${round}@scim.example',
             'bare${round}@scim.example', '{}')`,
        ),
    },
    {
      name: 'switch a user off and on',
      request: (round) =>
        patch(`/Users/${accountId(1 + Math.floor(round / 2))}`, {
          op: 'replace',
          path: 'active',
          value: round % 2 === 1,
        }),
      statements: (round) =>
        transaction(
          `SELECT 1 FROM accounts WHERE project_id = '${projectId}' AND id = '${accountId(900)}' FOR UPDATE`,
          audit(round),
          `UPDATE accounts SET active = ${round % 2 === 1} WHERE project_id = '${projectId}' AND id = '${accountId(900)}'`,
        ),
    },
    {
      name: `10 members more in a group of ${members.toLocaleString('en')}`,
      request: (round) =>
        patch(`/Groups/${groupId}`, {
          op: 'add',
          path: 'members',
          value: delta(round).map((value) => ({ value })),
        }),
      statements: (round) =>
        transaction(
          `SELECT 1 FROM groups WHERE project_id = '${projectId}' AND id = '${groupId}' FOR UPDATE`,
          audit(round),
          `INSERT INTO group_members (project_id, group_id, account_id)
           SELECT '${projectId}', '${groupId}', id FROM unnest(ARRAY['${delta(round + 1_000).join("','")}']) id`,
        ),
    },
    {
      name: `50 of ${people.toLocaleString('en')} users, and their number`,
      request: () => ({ method: 'GET', path: '/Users?startIndex=1&count=50' }),
      statements: () => [
        `SELECT ${columns} FROM accounts WHERE ${managed} ORDER BY id LIMIT 50`,
        `SELECT count(*) FROM accounts WHERE ${managed}`,
      ],
    },
    {
      name: 'a far page of them',
      request: () => ({ method: 'GET', path: '/Users?startIndex=90001&count=50' }),
      statements: () => [
        `SELECT ${columns} FROM accounts WHERE ${managed} ORDER BY id LIMIT 50 OFFSET 90000`,
        `SELECT count(*) FROM accounts WHERE ${managed}`,
      ],
    },
    ...[
      ['userName', `userName eq "Person77777"`, "username_key = 'person77777'"],
      ['externalId', `externalId eq "ext77777"`, "external_id = 'ext77777'"],
      ['displayName', `displayName eq "person 77777"`, "display_name_key = 'person 77777'"],
      [
        'emails.value',
        `emails[type eq "work"].value eq "person77777@scim.example"`,
        `id IN (SELECT account_id FROM account_addresses WHERE project_id = '${projectId}' AND address_key = 'person77777@scim.example')`,
      ],
      ['active', 'active eq false', 'NOT active LIMIT 200'],
      ['meta.lastModified', 'meta.lastModified gt "2100-01-01T00:00:00Z"', "version_at > '2100-01-01'"],
    ].map(([name, filter = '', condition = '']) => ({
      name: `filter by ${name}`,
      request: () => filtered(filter),
      statements: () => found(condition),
    })),
  ]
}

export async function measureProvisioning(
  stack: BenchStack,
  prepared: PreparedInstance,
  quick: boolean,
): Promise<void> {
  heading(
    'Directories (SCIM)',
    `${people.toLocaleString('en')} managed users, a group of ${members.toLocaleString('en')}; median times, one caller`,
  )
  const directory = await fillDirectory(stack, prepared)
  for (const step of stepsOf(directory)) {
    const { scim, sql } = await medians(stack, directory, step)
    line(
      step.name,
      `${(scim / sql).toFixed(2)}  (${scim.toFixed(1)} ms against ${sql.toFixed(1)} ms)`,
      'a few ms over its SQL',
    )
  }
  await measureImport(stack, prepared, directory, quick ? 500 : 5_000)
}

async function medians(stack: BenchStack, directory: ProvisionedProject, { request, statements }: Step) {
  const connection = new Connection(stack.ports.scim)
  const times = { scim: [] as number[], sql: [] as number[] }
  for (let round = 0; round < 42; round += 1) {
    const begun = performance.now()
    await send(connection, directory, request(round))
    const answered = performance.now()
    for (const statement of statements(round)) await stack.sql.query(statement)
    // Warm-up.
    if (round < 2) continue
    times.scim.push(answered - begun)
    times.sql.push(performance.now() - answered)
  }
  connection.close()
  return { scim: median(times.scim), sql: median(times.sql) }
}

/** The services select projects by Host, which fetch would replace and this connection sends unchanged. */
async function send(
  connection: Connection,
  { path: base, headers }: ProvisionedProject,
  { method, path, body }: DirectoryRequest,
) {
  const shot = { method, path: `${base}${path}`, headers, ...(body ? { body: JSON.stringify(body) } : {}) }
  const answer = await connection.send(textOf(shot))
  if (answer.status >= 300) throw new Error(`${method} ${path}: ${answer.status} ${answer.body}`)
}

/** Requests of a directory at a time during an import. */
const importing = 4

async function measureImport(
  stack: BenchStack,
  prepared: PreparedInstance,
  directory: ProvisionedProject,
  count: number,
) {
  const { ports } = stack
  await driveSignIns(ports.auth, prepared, 8, 5)
  const quiet = await driveSignIns(ports.auth, prepared, 8, 5)
  let next = 0
  const work = async () => {
    const connection = new Connection(ports.scim)
    for (let index = next++; index < count; index = next++)
      await send(connection, directory, {
        method: 'POST',
        path: '/Users',
        body: { userName: `import${index}`, externalId: `import${index}`, displayName: `Import ${index}` },
      })
    connection.close()
  }
  const begun = performance.now()
  const imported = Promise.all(Array.from({ length: importing }, work)).then(() => performance.now() - begun)
  const signIns = await driveSignIns(ports.auth, prepared, 8, 5)
  const seconds = (await imported) / 1000
  line(
    `import of ${count.toLocaleString('en')} users`,
    `${seconds.toFixed(1)} s  (${Math.round(count / seconds)}/s)`,
    `${importing} at a time, while 8 users sign in`,
  )
  line(
    'sign-in rate during it against quiet',
    `${(signIns / quiet).toFixed(2)}  (${signIns.toFixed(0)}/s against ${quiet.toFixed(0)}/s)`,
    'one core for both services',
  )
}
