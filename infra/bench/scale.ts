import { median } from './compare.ts'
import type { PreparedInstance } from './prepare.ts'
import { heading, line } from './report.ts'
import type { BenchStack } from './stack.ts'

const users = 1_000_000
const projects = 10_000
const entries = 5_000_000

interface Page {
  readonly name: string
  readonly path: string
  readonly statements: readonly string[]
  readonly aim?: string
}

const projectColumns = `p.*, plan.name AS plan_name,
  (SELECT count(*)::int FROM clients c WHERE c.project_id = p.id AND NOT c.built_in) AS applications,
  (SELECT count(*)::int FROM resources r WHERE r.project_id = p.id) AS apis,
  (SELECT count(*)::int FROM identity_providers i WHERE i.project_id = p.id) AS providers,
  (SELECT count(*)::int FROM provisioning_connections k WHERE k.project_id = p.id) AS connections,
  (SELECT true FROM provisioning_connections k WHERE k.project_id = p.id AND k.held_since IS NOT NULL ORDER BY k.id LIMIT 1) AS held,
  (SELECT true FROM accounts a WHERE a.project_id = p.id ORDER BY a.id LIMIT 1) AS "hasAccounts"`

const userColumns = `a.id, a.email, a.username, a.active, a.email_verified, a.created_at,
  COALESCE((SELECT jsonb_agg(jsonb_build_object('id', g.id, 'displayName', g.display_name)) FROM group_members m
    JOIN groups g ON g.project_id = m.project_id AND g.id = m.group_id
    WHERE m.project_id = a.project_id AND m.account_id = a.id), '[]'::jsonb) AS groups`

/** Lists with few rows show that the size of other projects has no effect. */
const ofItsOwn = 'a few ms: the call itself'

function pagesOf({ projectId }: PreparedInstance, small: string): Page[] {
  const userPage = (name: string, id: string, query: string, where: string): Page => ({
    name,
    path: `/projects/${id}/users?count=50${query}`,
    statements: [
      `SELECT ${userColumns} FROM accounts a WHERE a.project_id = '${id}' AND ${where} ORDER BY a.email_key, a.id LIMIT 50`,
      `SELECT count(*)::int FROM accounts a WHERE a.project_id = '${id}' AND ${where}`,
    ],
  })
  const auditPage = (name: string, query: string, where: string): Page => ({
    name,
    path: `/audit?pageSize=50${query}`,
    statements: [
      `SELECT e.*, a.email FROM (SELECT * FROM audit_entries e WHERE ${where} ORDER BY e.at DESC, e.id DESC LIMIT 50) e
       LEFT JOIN accounts a ON a.id = e.actor ORDER BY e.at DESC, e.id DESC`,
      `SELECT count(*)::int FROM (SELECT 1 FROM audit_entries e WHERE ${where} LIMIT 10001) counted`,
    ],
  })
  const prefix = 'person77'
  return [
    {
      name: '10,000 projects',
      path: '/projects',
      statements: [
        `SELECT ${projectColumns} FROM projects p LEFT JOIN plans plan ON plan.id = p.plan_id ORDER BY p.created_at, p.id`,
      ],
    },
    userPage('50 of 1,000,000 users', projectId, '', 'true'),
    userPage(
      'search among 1,000,000 users',
      projectId,
      `&q=${prefix}`,
      `a.email_key COLLATE "C" >= '${prefix}' AND a.email_key COLLATE "C" < '${prefix}~'`,
    ),
    { ...userPage('users of a small project beside them', small, '', 'true'), aim: ofItsOwn },
    auditPage('50 of 5,000,000 audit entries', '', 'true'),
    {
      ...auditPage('audit of one project', `&project=${small}`, `e.project_id = '${small}'`),
      aim: ofItsOwn,
    },
  ]
}

export async function compareAtScale(
  stack: BenchStack,
  prepared: PreparedInstance,
  small: string,
): Promise<void> {
  heading(
    'Lists at scale',
    `a project of ${users.toLocaleString('en')} users, ${projects.toLocaleString('en')} projects, ${entries.toLocaleString('en')} audit entries; median times, one caller`,
  )
  for (const page of pagesOf(prepared, small)) {
    const { api, sql } = await medians(stack, prepared, page)
    line(
      page.name,
      `${(api / sql).toFixed(2)}  (${api.toFixed(1)} ms against ${sql.toFixed(1)} ms)`,
      page.aim ?? 'within 3',
    )
  }
}

async function medians(stack: BenchStack, { cookie }: PreparedInstance, { path, statements }: Page) {
  const address = `http://127.0.0.1:${stack.ports['admin-api']}/admin/api${path}`
  const headers = { host: new URL(stack.baseUrl).host, cookie }
  const api = async () => {
    const response = await fetch(address, { headers })
    if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`)
    await response.arrayBuffer()
  }
  const sql = async () => {
    for (const statement of statements) await stack.sql.query(statement)
  }
  const times = { api: [] as number[], sql: [] as number[] }
  for (let round = 0; round < 22; round += 1)
    for (const [name, work] of [
      ['api', api],
      ['sql', sql],
    ] as const) {
      const begun = performance.now()
      await work()
      // Warm-up.
      if (round >= 2) times[name].push(performance.now() - begun)
    }
  return { api: median(times.api), sql: median(times.sql) }
}

/** @returns the id of a small project next to the large one */
export async function fillAtScale(stack: BenchStack, { projectId }: PreparedInstance): Promise<string> {
  const { sql } = stack
  const small = 'prj_bench1'
  await sql.query(
    `INSERT INTO projects (id, name, slug, address_form, team_id, plan_id)
     SELECT 'prj_bench' || n, 'Project ' || n, 'bench-' || n, 'path', p.team_id, p.plan_id
     FROM generate_series(1, $2::int) n, projects p WHERE p.id = $1`,
    [projectId, projects],
  )
  await sql.query(
    `INSERT INTO accounts (project_id, id, email, email_key)
     SELECT $1, 'usr_scale' || n, 'person' || n || '@scale.example.com', 'person' || n || '@scale.example.com'
     FROM generate_series(1, $2::int) n`,
    [projectId, users],
  )
  await sql.query(
    `INSERT INTO accounts (project_id, id, email, email_key)
     SELECT $1, 'usr_small' || n, 'person' || n || '@example.com', 'person' || n || '@example.com' FROM generate_series(1, 200) n`,
    [small],
  )
  const fillAudit = (rows: string) =>
    sql.query(
      `INSERT INTO audit_entries (id, at, actor, action, target_type, target_id, target_scope, project_id, detail)
     SELECT 'aud_scale' || n, now() - n * interval '1 second', 'usr_nobody', 'enduser.create', 'EndUser', 'usr_scale' || n,
       'team_x', 'prj_bench' || (1 + n % $1::int), '{}'::jsonb FROM ${rows}`,
      [projects, entries],
    )
  // One entry a week creates every month's partition before the others are inserted.
  await fillAudit('generate_series(0, $2::int, 604800) n')
  await sql.query('SELECT ensure_audit_partitions()')
  await withoutIndexes(stack, 'audit_entries', () =>
    fillAudit('generate_series(1, $2::int) n WHERE n % 604800 <> 0'),
  )
  await sql.query(
    `INSERT INTO sign_in_hours (project_id, hour, method, outcome, provider_id, count, expires_at)
     SELECT 'prj_bench' || n, h - back, 'password', o, '', 1 + n % 50, h - back + interval '13 months'
     FROM generate_series(1, $1::int) n, unnest(ARRAY['succeeded', 'wrong_password']) o,
       unnest(ARRAY[interval '0', interval '7 days']) back,
       generate_series(date_trunc('hour', now()) - interval '2 days', now(), interval '1 hour') h
     ORDER BY 2`,
    [projects],
  )
  await sql.query('VACUUM ANALYZE accounts, projects, audit_entries, sign_in_hours')
  return small
}

async function withoutIndexes(
  { sql }: BenchStack,
  table: string,
  work: () => Promise<unknown>,
): Promise<void> {
  const { rows } = await sql.query<{ name: string; definition: string }>(
    `SELECT i.indexname AS name, i.indexdef AS definition FROM pg_indexes i
     WHERE i.tablename = $1 AND NOT EXISTS (SELECT 1 FROM pg_constraint c WHERE c.conname = i.indexname)`,
    [table],
  )
  for (const { name } of rows) await sql.query(`DROP INDEX "${name}"`)
  await work()
  // The definitions of a partitioned table's indexes are read as ON ONLY.
  for (const { definition } of rows) await sql.query(definition.replace(' ON ONLY ', ' ON '))
}
