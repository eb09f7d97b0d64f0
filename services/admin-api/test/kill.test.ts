import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as pause } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { sql } from '@signet/db'
import { freePort, startNats } from '@signet/testkit'
import { expect, onTestFinished, test } from 'vitest'
import type { Person } from './support/people.ts'
import { startWorld, type World } from './support/world.ts'

/** More in the soak. */
const mutations = Number(process.env.SIGNET_MUTATIONS ?? 1000)
const kills = Number(process.env.SIGNET_KILLS ?? 20)
const workers = 8

const main = fileURLToPath(new URL('../src/main.ts', import.meta.url))

/** The service as an operator runs it: a process of its own that can be killed. */
async function startProcess(world: World, natsUrl: string, port: number): Promise<ChildProcess> {
  const { config } = world.deps
  const child = spawn(process.execPath, [main], {
    env: {
      ...process.env,
      DATABASE_URL: config.DATABASE_URL,
      SIGNET_BASE_URL: config.SIGNET_BASE_URL,
      SIGNET_SECRET_KEYS: config.SIGNET_SECRET_KEYS,
      NATS_URL: natsUrl,
      PORT: String(port),
      LOG_LEVEL: 'silent',
    },
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  for (;;) {
    const health = await fetch(`http://127.0.0.1:${port}/health`).catch(() => null)
    if (health?.ok) return child
    if (child.exitCode !== null) throw new Error('The service did not start.')
    await pause(20)
  }
}

/** Creates one user over the network; null when nobody acknowledged it. */
async function createUser(port: number, { headers }: Person, projectId: string, email: string) {
  try {
    const response = await fetch(`http://127.0.0.1:${port}/admin/api/projects/${projectId}/users`, {
      method: 'POST',
      headers: { ...headers, 'content-type': 'application/json' },
      body: JSON.stringify({ email }),
    })
    const body = (await response.json()) as { id?: string }
    return response.status === 201 ? (body.id ?? null) : null
  } catch {
    return null
  }
}

test(
  'F13: kill -9 again and again during a thousand changes leaves no change without its entry and loses none that was acknowledged',
  async () => {
    const world = await startWorld()
    onTestFinished(() => world.close())
    const nats = await startNats()
    onTestFinished(() => nats.close())
    const port = await freePort()
    let running = startProcess(world, nats.url, port)
    onTestFinished(async () => {
      ;(await running).kill('SIGKILL')
    })

    const acknowledged = new Set<string>()
    let sent = 0
    let killed = 0
    const work = async () => {
      while (sent < mutations) {
        await running
        sent += 1
        const id = await createUser(port, world.people.owner, world.project, `u${sent}@example.com`)
        if (id) acknowledged.add(id)
      }
    }
    const killing = async () => {
      while (killed < kills) {
        const due = ((killed + 1) * mutations) / (kills + 1)
        while (sent < due) await pause(1)
        killed += 1
        running = replace(await running)
      }
    }
    const replace = async (child: ChildProcess) => {
      const dead = once(child, 'exit')
      child.kill('SIGKILL')
      await dead
      return startProcess(world, nats.url, port)
    }
    await Promise.all([killing(), ...Array.from({ length: workers }, work)])

    const changed = await world.database.rows<{ id: string; entries: number; older: boolean }>(sql`
    SELECT a.id, count(e.id)::int AS entries, bool_and(e.at <= a.created_at) AS older FROM accounts a
    LEFT JOIN audit_entries e ON e.target_id = a.id AND e.action = 'enduser.create'
    WHERE a.project_id = ${world.project} GROUP BY a.id`)
    expect(killed).toBe(kills)
    expect(changed.filter(({ entries, older }) => entries !== 1 || !older)).toEqual([])
    expect([...acknowledged].filter((id) => !changed.some((row) => row.id === id))).toEqual([])
    expect(acknowledged.size).toBeGreaterThan(mutations / 2)
  },
  process.env.SIGNET_SOAK ? 3_600_000 : 120_000,
)
