import { fork } from 'node:child_process'
import { compare } from './compare.ts'
import type { PreparedInstance } from './prepare.ts'
import { heading, line } from './report.ts'
import { type BenchStack, pin } from './stack.ts'
import type { Pace } from './token-rates.ts'

const users = 100_000

/** The base is the bare SQL of the same page, served as JSON by a minimal process. */
export async function compareLists(
  stack: BenchStack,
  prepared: PreparedInstance,
  { rounds, slice }: Pace,
): Promise<void> {
  heading(
    'A page of 50 users out of 100,000',
    'the console session, the rights and the whole pipeline, against the bare SQL shape',
  )
  await fill(stack, prepared.projectId)
  const bare = fork(new URL('./bare-list.ts', import.meta.url), {
    env: { ...process.env, BENCH_DATABASE: String(stack.databaseUrl), BENCH_PROJECT: prepared.projectId },
    execArgv: ['--disable-warning=ExperimentalWarning'],
  })
  const port = await new Promise<number>((resolve) =>
    bare.once('message', (message) => resolve(Number(message))),
  )
  pin(bare.pid ?? 0, 0)
  const page = {
    method: 'GET',
    path: `/admin/api/projects/${prepared.projectId}/users?count=50`,
    headers: { host: new URL(stack.baseUrl).host, cookie: prepared.cookie },
  }
  const clients = Array.from({ length: 16 }, () => ({ next: () => page }))
  const bareShot = { method: 'GET', path: '/', headers: { host: 'localhost' } }
  const bareClients = Array.from({ length: 16 }, () => ({
    next: () => bareShot,
  }))
  const { ratios, rates } = await compare(
    [
      { name: 'bare', pid: bare.pid ?? 0, port, clients: bareClients },
      { name: 'signet', pid: stack.pids['admin-api'], port: stack.ports['admin-api'], clients },
    ],
    rounds,
    slice,
  )
  line(
    'user list',
    `${Number(ratios.signet).toFixed(2)}  (${Math.round(Number(rates.signet))}/s)`,
    'aim 0.80',
  )
  bare.kill()
}

async function fill({ sql }: BenchStack, projectId: string): Promise<void> {
  await sql.query(
    `INSERT INTO accounts (project_id, id, email, email_key)
     SELECT $1, 'usr_bench' || n, 'person' || n || '@example.com', 'person' || n || '@example.com' FROM generate_series(1, $2) n`,
    [projectId, users],
  )
  // Autovacuum does not run during the comparison then.
  await sql.query('VACUUM (ANALYZE) accounts')
}
