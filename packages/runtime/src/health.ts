import { monitorEventLoopDelay } from 'node:perf_hooks'
import { setTimeout as pause } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'

type Check = () => Promise<boolean>

export interface HealthOptions {
  /** Dependencies without which the service remains ready, such as NATS, whose messages wait. Reported as degraded. */
  readonly degraded?: Readonly<Record<string, () => boolean>>
}

const lagLimitMs = 1000

const draining = new WeakSet<FastifyInstance>()

/**
 * Reports the service as not ready and waits until load balancers have noticed. Requests are still served in that time,
 * and their connections are closed after the response.
 */
export async function drain(app: FastifyInstance, seconds: number): Promise<void> {
  draining.add(app)
  await pause(seconds * 1000)
}

export const isDraining = (app: FastifyInstance): boolean => draining.has(app)

/**
 * Adds `/health`, which checks only the process, and `/ready`, which also checks its dependencies. Both are
 * unauthenticated and return only the names of failed checks.
 */
export function addHealth(
  app: FastifyInstance,
  checks: Readonly<Record<string, Check>>,
  { degraded = {} }: HealthOptions = {},
): void {
  const loop = monitorEventLoopDelay({ resolution: 50 })
  loop.enable()
  app.addHook('onClose', async () => loop.disable())
  app.addHook('onSend', async (_request, reply) => {
    if (isDraining(app)) reply.header('connection', 'close')
  })

  app.get('/health', { logLevel: 'silent' }, async (_request, reply) => {
    const lagging = loop.mean / 1e6 > lagLimitMs
    loop.reset()
    return reply.code(lagging ? 503 : 200).send({ status: lagging ? 'lagging' : 'ok' })
  })

  app.get('/ready', { logLevel: 'silent' }, async (_request, reply) => {
    const failing = isDraining(app) ? ['draining'] : await failingOf(checks)
    const without = Object.keys(degraded).filter((name) => degraded[name]?.())
    return reply.code(failing.length ? 503 : 200).send({
      status: failing.length ? 'not_ready' : 'ready',
      ...(failing.length ? { failing } : {}),
      ...(without.length ? { degraded: without } : {}),
    })
  })
}

async function failingOf(checks: Readonly<Record<string, Check>>): Promise<string[]> {
  const results = await Promise.all(
    Object.entries(checks).map(async ([name, check]) => [name, await passes(check)] as const),
  )
  return results.filter(([, ok]) => !ok).map(([name]) => name)
}

async function passes(check: Check): Promise<boolean> {
  const late = new Promise<false>((resolve) => setTimeout(resolve, 1000, false).unref())
  return Promise.race([check().catch(() => false), late])
}
