import { setTimeout as pause } from 'node:timers/promises'
import { startTcpProxy, type TcpProxy } from '@signet/local-servers'
import { type ServiceProcess, startServiceProcess } from '@signet/testkit'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { storeClient } from '../support/clients.ts'
import { type Auth, makeProject, startAuth } from '../support/harness.ts'
import { postForm } from '../support/journey.ts'

let auth: Auth
let network: TcpProxy
let replicas: readonly ServiceProcess[]
let client: Awaited<ReturnType<typeof storeClient>>
let issuer: string
beforeAll(async () => {
  auth = await startAuth()
  const project = await makeProject(auth)
  issuer = project.issuer
  client = await storeClient(auth, project.id, {
    grant_types: ['client_credentials'],
    response_types: [],
    redirect_uris: [],
  })
  const url = new URL(auth.database.pool.options.connectionString ?? '')
  const direct = url.port
  network = await startTcpProxy(() => Number(direct))
  url.port = String(network.port)
  const env = {
    ...process.env,
    DATABASE_URL: url.href,
    // No server listens on this port.
    NATS_URL: 'nats://127.0.0.1:1',
    SIGNET_BASE_URL: auth.baseUrl,
    SIGNET_SECRET_KEYS: auth.secretKeys,
    SIGNET_PROXY_HOPS: '0',
    LOG_LEVEL: 'silent',
  }
  replicas = await Promise.all([startServiceProcess('auth', env), startServiceProcess('auth', env)])
})
afterAll(async () => {
  network?.become({ kind: 'clear' })
  for (const replica of replicas ?? []) await replica.stop()
  network?.close()
  await auth?.close()
})

interface Figures {
  readonly tokens: number[]
  readonly longestMs: number
  readonly unready: unknown[]
}

/** Requests tokens from each replica in turn, and probes `/ready` of each twice a second, as the edge does. */
async function trafficFor(milliseconds: number): Promise<Figures> {
  const figures = { tokens: [] as number[], longestMs: 0, unready: [] as unknown[] }
  const endsAt = performance.now() + milliseconds
  const until = async (everyMs: number, work: (index: number) => Promise<void>) => {
    const running: Promise<void>[] = []
    for (let index = 0; performance.now() < endsAt; index += 1) {
      running.push(work(index))
      await pause(everyMs)
    }
    await Promise.all(running)
  }
  const token = async (index: number) => {
    const address = replicas[index % 2]?.address ?? auth.address
    const begun = performance.now()
    const { status } = await postForm(
      { ...auth, address },
      `${issuer}/token`,
      { grant_type: 'client_credentials' },
      client,
    )
    figures.tokens.push(status)
    figures.longestMs = Math.max(figures.longestMs, performance.now() - begun)
  }
  const probe = async (index: number) => {
    const { host, port } = replicas[index % 2]?.address ?? auth.address
    const answer = await fetch(`http://${host}:${port}/ready`)
    if (!answer.ok) figures.unready.push(await answer.json())
    else await answer.body?.cancel()
  }
  await Promise.all([until(50, token), until(250, probe)])
  return figures
}

const failed = ({ tokens }: Figures) => tokens.filter((status) => status !== 200)

test('no token request fails and no replica becomes unready while PostgreSQL is 200 ms away', async () => {
  await trafficFor(500)
  network.become({ kind: 'slow', milliseconds: 100 })
  const figures = await trafficFor(2_500)
  expect({ failed: failed(figures), unready: figures.unready }).toEqual({ failed: [], unready: [] })
  expect(figures.tokens.length).toBeGreaterThan(20)
})

test('token requests are answered within their deadline and no replica becomes unready while PostgreSQL is 1 s away', async () => {
  network.become({ kind: 'slow', milliseconds: 500 })
  const figures = await trafficFor(3_500)
  expect(figures.unready).toEqual([])
  expect(failed(figures).filter((status) => status !== 503)).toEqual([])
  expect(figures.longestMs).toBeLessThan(6_000)
})

test('no replica becomes unready while PostgreSQL does not answer, and each reports the missing answer', async () => {
  network.become({ kind: 'silent' })
  const { unready } = await trafficFor(2_500)
  expect(unready).toEqual([])
  const bodies = replicas.map(async ({ address: { host, port } }) =>
    (await fetch(`http://${host}:${port}/ready`)).json(),
  )
  for (const body of await Promise.all(bodies))
    expect(body).toMatchObject({
      status: 'ready',
      degraded: expect.arrayContaining([expect.stringMatching('database|schema|clock')]),
    })
})
