import type { Executor } from '@signet/db'
import { createKeySet, makeInitialKeys } from '@signet/db/key-set'
import { createVault, secretKeys } from '@signet/secrets'
import type { PreparedInstance } from './prepare.ts'
import { type BenchStack, environmentOf } from './stack.ts'

export interface Place {
  readonly projectId: string
  readonly clientId: string
  readonly path: string
}

export const activeProjects = 1_000

export const peopledProjects = 20

export const activeProject = (n: number): Place => ({
  projectId: `prj_active${n}`,
  clientId: `active-${n}`,
  path: `/active-${n}`,
})

export async function fillProjects(
  stack: BenchStack,
  { projectId, clientId }: Pick<PreparedInstance, 'projectId' | 'clientId'>,
): Promise<void> {
  const { sql } = stack
  await copyProjects(stack, projectId, 'active', activeProjects)
  await sql.query(
    `INSERT INTO clients SELECT r.* FROM clients c CROSS JOIN generate_series(1, $2::int) n
       CROSS JOIN LATERAL jsonb_populate_record(c, jsonb_build_object('id', 'active-' || n, 'project_id', 'prj_active' || n)) r
     WHERE c.id = $1`,
    [clientId, activeProjects],
  )
  await sql.query(
    `INSERT INTO resources SELECT r.* FROM resources a CROSS JOIN generate_series(1, $2::int) n
       CROSS JOIN LATERAL jsonb_populate_record(a, jsonb_build_object('project_id', 'prj_active' || n, 'namespace', 'prj_active' || n)) r
     WHERE a.project_id = $1`,
    [projectId, activeProjects],
  )
  await sql.query(
    `INSERT INTO accounts SELECT r.* FROM accounts a CROSS JOIN generate_series(1, $2::int) n
       CROSS JOIN LATERAL jsonb_populate_record(a, jsonb_build_object('project_id', 'prj_active' || n)) r
     WHERE a.project_id = $1`,
    [projectId, peopledProjects],
  )
  const vault = createVault(secretKeys(environmentOf(stack.pids.auth).SIGNET_SECRET_KEYS ?? ''))
  // Generating 1,000 RSA keys would take minutes without an effect on the results.
  const keys = await makeInitialKeys()
  await sql.query('BEGIN')
  for (let n = 1; n <= activeProjects; n += 1)
    await createKeySet(executorOn(stack), vault, activeProject(n).projectId, keys)
  await sql.query('COMMIT')
  await sql.query('ANALYZE projects, clients, resources, accounts, signing_keys')
}

export const copyProjects = ({ sql }: BenchStack, projectId: string, name: string, count: number) =>
  sql.query(
    `INSERT INTO projects SELECT r.* FROM projects p CROSS JOIN generate_series(1, $3::int) n
       CROSS JOIN LATERAL jsonb_populate_record(p, jsonb_build_object('id', 'prj_' || $2::text || n, 'slug', $2::text || '-' || n)) r
     WHERE p.id = $1`,
    [projectId, name, count],
  )

const executorOn = ({ sql }: BenchStack): Executor => ({
  rows: async <Row extends object>({ text, values }: { text: string; values: unknown[] }) =>
    (await sql.query<Row>(text, values)).rows,
  run: async ({ text, values }) => (await sql.query(text, values)).rowCount ?? 0,
})
