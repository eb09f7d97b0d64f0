import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as pause } from 'node:timers/promises'
import { sql } from '@signet/db'
import { freePort } from '@signet/local-servers'
import { startNats } from '@signet/testkit'
import { expect, onTestFinished, test } from 'vitest'
import { createUser, startProcess } from './support/process.ts'
import { startWorld } from './support/world.ts'

/** `npm run test:slow` uses more, and the soak most. */
const mutations = Number(process.env.SIGNET_MUTATIONS ?? 60)
const kills = Number(process.env.SIGNET_KILLS ?? 2)
const workers = 8

test(
  'repeated kill -9 during changes leaves no change without its entry and loses no acknowledged change',
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
