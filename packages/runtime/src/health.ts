import { monitorEventLoopDelay } from 'node:perf_hooks'
import { setTimeout as pause } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import { buildVersion } from './build.ts'
import { type Checks, Readiness } from './readiness.ts'

export interface HealthOptions {
  /** Dependencies without which the service remains ready, such as NATS, whose messages wait. */
  readonly degraded?: Readonly<Record<string, () => boolean>>
  /** Milliseconds. */
  readonly checkEveryMs?: number
}

const lagLimitMs = 1000
/** Longest wait of a probe for the first round of checks. */
const firstRoundMs = 1_000

const draining = new WeakSet<FastifyInstance>()

/**
 * Reports the service as not ready and waits until load balancers have noticed. Requests are still served in that time, and their
 * connections are closed after the response.
 */
export async function drain(app: FastifyInstance, seconds: number): Promise<void> {
  draining.add(app)
  await pause(seconds * 1000)
}

export const isDraining = (app: FastifyInstance): boolean => draining.has(app)

/**
 * `/health` checks only the process; `/ready` returns the results of the checks from memory: the number of probes causes no work. Both
 * are unauthenticated and return only the names of failed checks.
 */
export function addHealth(
  app: FastifyInstance,
  checks: Checks,
  { degraded = {}, checkEveryMs }: HealthOptions = {},
): void {
  const readiness = new Readiness(checks, checkEveryMs)
  app.addHook('onListen', async () => void readiness.start())
  app.addHook('onClose', async () => readiness.stop())
  const loop = monitorEventLoopDelay({ resolution: 50 })
  loop.enable()
  app.addHook('onClose', async () => loop.disable())
  app.addHook('onSend', async (_request, reply) => {
    if (isDraining(app)) reply.header('connection', 'close')
  })

  app.get('/health', { logLevel: 'silent' }, async (_request, reply) => {
    const lagging = loop.mean / 1e6 > lagLimitMs
    loop.reset()
    return reply.code(lagging ? 503 : 200).send({ status: lagging ? 'lagging' : 'ok', version: buildVersion })
  })

  app.get('/ready', { logLevel: 'silent' }, async (_request, reply) => {
    await Promise.race([readiness.start(), pause(firstRoundMs, undefined, { ref: false })])
    const failing = isDraining(app) ? ['draining'] : readiness.failing
    const without = [...Object.keys(degraded).filter((name) => degraded[name]?.()), ...readiness.late]
    return reply.code(failing.length ? 503 : 200).send({
      status: failing.length ? 'not_ready' : 'ready',
      ...(failing.length ? { failing } : {}),
      ...(without.length ? { degraded: without } : {}),
    })
  })
}
