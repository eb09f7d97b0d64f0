import { type ChildProcess, spawn } from 'node:child_process'
import { setTimeout as pause } from 'node:timers/promises'
import { mainFile } from '@signet/testkit'
import type { Person } from './people.ts'
import type { World } from './world.ts'

/** Starts the service like an operator, on the database of the world, as a process that can be killed. */
export async function startProcess(world: World, natsUrl: string, port: number): Promise<ChildProcess> {
  const { config } = world.deps
  const child = spawn(process.execPath, [mainFile('admin-api')], {
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

/** Returns null without an acknowledgement. */
export async function createUser(
  port: number,
  { headers }: Person,
  projectId: string,
  email: string,
): Promise<string | null> {
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
