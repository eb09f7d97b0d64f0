import { lookup } from 'node:dns/promises'
import { readdirSync, readFileSync } from 'node:fs'
import { createEgress, createNameResolver } from '@signet/http'
import { createRelyingParty, FormBrowser, fetchVia, isPage, startNameServer } from '@signet/testkit'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { buildApp } from '../../src/app.ts'
import { type Auth, makeClient, makeProject, redirectUri, setSetting, startAuth } from '../support/harness.ts'

let auth: Auth
beforeAll(async () => {
  auth = await startAuth()
  await setSetting(auth, 'clientIdMetadataDocument.enabled', true)
})
afterAll(() => auth?.close())

async function replicaWithSilentNames() {
  const names = await startNameServer(() => 'silent')
  const resolve = createNameResolver({ servers: [names.server] })
  const app = await buildApp({ ...auth.depsNow(), egress: createEgress({ allow: [], resolve }) })
  await app.listen({ host: '127.0.0.1', port: 0 })
  const { port } = app.server.address() as { port: number }
  return {
    names,
    address: { host: '127.0.0.1', port },
    close: async () => {
      await app.close()
      await names.close()
    },
  }
}

it('100 requests that name hosts with silent name servers do not delay the requests of another project', async () => {
  const attacked = await makeProject(auth)
  const other = await makeProject(auth)
  const client = await makeClient(auth, { projectId: other.id })
  const replica = await replicaWithSilentNames()
  const fetch = fetchVia(replica.address)
  const rp = await createRelyingParty({
    issuer: other.issuer,
    clientId: client.clientId,
    redirectUri,
    address: replica.address,
  })
  const openPage = async () => {
    const begun = performance.now()
    const { url } = await rp.begin()
    expect(isPage(await new FormBrowser(replica.address, redirectUri).open(url))).toBe(true)
    return performance.now() - begun
  }
  // The first request of a project builds its provider.
  await openPage()
  const slow = Array.from({ length: 100 }, (_, index) => {
    const query = new URLSearchParams({
      client_id: `https://slow${index}.example/app`,
      redirect_uri: redirectUri,
      response_type: 'code',
      scope: 'openid',
    })
    return fetch(`${attacked.issuer}/auth?${query}`, {}).then(({ status }: { status: number }) => status)
  })
  const [times, lookups]: [number[], number[]] = [[], []]
  for (let round = 0; round < 10; round += 1) {
    times.push(await openPage())
    // A thread of libuv is free for a name that the operator configured.
    const asked = performance.now()
    await lookup('localhost')
    lookups.push(performance.now() - asked)
  }
  expect(replica.names.asked.length).toBeGreaterThan(0)
  // Other test files share the cores: a single round may wait for them, and names would delay every round.
  expect(median(times)).toBeLessThan(1_000)
  // No round waits for a name, whose queries are cancelled after two seconds.
  expect(Math.max(...times)).toBeLessThan(median(times) + 2_000)
  expect(median(lookups)).toBeLessThan(500)
  const statuses = await Promise.all(slow)
  expect(statuses.filter((status) => status >= 500)).toEqual([])
  await replica.close()
  expect(auth.occurrences).toEqual([])
}, 60_000)

const median = (values: readonly number[]): number =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN

/** May resolve names through the system, for names that the operator configured. */
const allowed = [
  'packages/db/src/address-memory.ts',
  'packages/http/src/resolve-name.ts',
  'services/operator/src/doctor/hosts.ts',
]

it('no other source file resolves names through the system', () => {
  const root = new URL('../../../../', import.meta.url)
  const sources = ['packages', 'services'].flatMap((folder) =>
    readdirSync(new URL(folder, root)).flatMap((name) => {
      const source = `${folder}/${name}/src`
      return readdirSync(new URL(source, root), { recursive: true, encoding: 'utf8' })
        .filter((path) => path.endsWith('.ts'))
        .map((path) => `${source}/${path}`)
    }),
  )
  const resolving = sources.filter((path) =>
    /from '(?:node:)?dns(?:\/promises)?'/.test(readFileSync(new URL(path, root), 'utf8')),
  )
  expect(resolving.toSorted()).toEqual(allowed)
})
