import type { AddressInfo } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import { createEgress, type Egress, EgressBusy } from '@signet/http'
import { afterAll, afterEach, beforeAll, beforeEach, expect, onTestFinished, test } from 'vitest'
import { buildApp } from '../../src/app.ts'
import { UpstreamConnections } from '../../src/upstream/connections.ts'
import { type Auth, startAuth } from '../support/harness.ts'
import { arrivalOf } from '../support/journey.ts'
import { startCraftedProvider } from './crafted-provider.ts'
import { openSignIn, problemOn, projectWith, signInThrough } from './world.ts'

let auth: Auth
let provider: Awaited<ReturnType<typeof startCraftedProvider>>
beforeAll(async () => {
  provider = await startCraftedProvider()
  auth = await startAuth([provider.pair])
})
beforeEach(() => provider.misbehave())
afterEach(() => expect(auth.occurrences).toEqual([]))
afterAll(async () => {
  await auth?.close()
  await provider?.close()
})

const away = 'Corp could not sign you in right now. Please try again in a moment.'
const recentMs = 300

/** Starts a server with this interval for recent responses, and signs in once. */
async function afterSignIn({
  egress = createEgress({ allow: [provider.pair] }),
  recent = recentMs,
}: {
  egress?: Egress
  recent?: number
} = {}) {
  const upstreams = new UpstreamConnections(egress, recent)
  const app = await buildApp({ ...auth.depsNow(), egress, upstreams })
  await app.listen({ host: '127.0.0.1', port: 0 })
  onTestFinished(() => app.close())
  const here = { ...auth, address: { host: '127.0.0.1', port: (app.server.address() as AddressInfo).port } }
  const project = await projectWith(auth, provider)
  arrivalOf((await signInThrough(here, project)).end)
  return { here, project }
}

const checks = () => provider.asked.filter((path) => path.startsWith('/.well-known')).length

test.each([
  ['does not respond', () => true],
  [
    'returns an error',
    (_path: string, response: { writeHead(status: number): { end(): unknown } }) => {
      response.writeHead(503).end()
      return true
    },
  ],
])(
  'the sign-in page reports a provider that %s and offers the other sign-in methods',
  async (_how, answer) => {
    const { here, project } = await afterSignIn()
    await pause(recentMs)
    provider.misbehave({ answer })
    const begun = performance.now()
    const page = (await signInThrough(here, project)).page()
    expect(performance.now() - begun).toBeLessThan(4_000)
    expect(problemOn(page)).toBe(away)
    expect(page.html).toContain('/provider/corp')
    expect(page.html).toContain('name="password"')
  },
)

test('a provider is checked when its last response is older than the interval', async () => {
  const recently = await afterSignIn({ recent: 30_000 })
  const before = checks()
  arrivalOf((await signInThrough(recently.here, recently.project)).end)
  expect(checks()).toBe(before)
  const earlier = await afterSignIn()
  await pause(recentMs)
  const after = checks()
  arrivalOf((await signInThrough(earlier.here, earlier.project)).end)
  expect(checks()).toBeGreaterThan(after)
})

test('concurrent sign-ins share one check, also one that fails', async () => {
  const { here, project } = await afterSignIn()
  await pause(recentMs)
  const before = checks()
  provider.misbehave({ answer: (path) => path.startsWith('/.well-known') })
  const opened = await Promise.all(Array.from({ length: 5 }, () => openSignIn(here, project)))
  const ends = await Promise.all(
    opened.map(({ browser, first }) =>
      browser.follow(first as Parameters<typeof browser.follow>[0], '/provider/corp'),
    ),
  )
  expect(ends.map((page) => problemOn(page as Parameters<typeof problemOn>[0]))).toEqual(Array(5).fill(away))
  expect(checks()).toBe(before + 1)
})

test('a browser is sent to the provider when too many outgoing requests are in progress for a check', async () => {
  const egress = createEgress({ allow: [provider.pair] })
  let isBusy = false
  const busy: Egress = {
    fetch: (url, request) =>
      isBusy && String(url).includes('/.well-known')
        ? Promise.reject(new EgressBusy())
        : egress.fetch(url, request),
  }
  const { here, project } = await afterSignIn({ egress: busy })
  await pause(recentMs)
  isBusy = true
  arrivalOf((await signInThrough(here, project)).end)
})
