import { monitorEventLoopDelay } from 'node:perf_hooks'
import type { FastifyInstance } from 'fastify'

type Check = () => Promise<boolean>

const lagLimitMs = 1000

/**
 * `/health` speaks for the process alone, `/ready` for its dependencies too (R25). Both are unauthenticated and
 * name nothing but the checks that failed.
 */
export function addHealth(app: FastifyInstance, checks: Readonly<Record<string, Check>>): void {
  const loop = monitorEventLoopDelay({ resolution: 50 })
  loop.enable()
  app.addHook('onClose', async () => loop.disable())

  app.get('/health', { logLevel: 'silent' }, async (_request, reply) => {
    const lagging = loop.mean / 1e6 > lagLimitMs
    loop.reset()
    return reply.code(lagging ? 503 : 200).send({ status: lagging ? 'lagging' : 'ok' })
  })

  app.get('/ready', { logLevel: 'silent' }, async (_request, reply) => {
    const results = await Promise.all(
      Object.entries(checks).map(async ([name, check]) => [name, await passes(check)] as const),
    )
    const failing = results.filter(([, ok]) => !ok).map(([name]) => name)
    return reply
      .code(failing.length ? 503 : 200)
      .send(failing.length ? { status: 'not_ready', failing } : { status: 'ready' })
  })
}

async function passes(check: Check): Promise<boolean> {
  const late = new Promise<false>((resolve) => setTimeout(resolve, 1000, false).unref())
  return Promise.race([check().catch(() => false), late])
}
