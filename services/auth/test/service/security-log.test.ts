import { createLogger, scrape } from '@signet/runtime'
import { FormBrowser, isPage } from '@signet/testkit'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { buildApp } from '../../src/app.ts'
import { party, storeClient } from '../support/clients.ts'
import { type Auth, makeProject, makeUser, password, redirectUri, startAuth } from '../support/harness.ts'

let auth: Auth
let project: Awaited<ReturnType<typeof makeProject>>
let user: Awaited<ReturnType<typeof makeUser>>
let client: Awaited<ReturnType<typeof storeClient>>
beforeAll(async () => {
  auth = await startAuth()
  project = await makeProject(auth)
  user = await makeUser(auth, project.id)
  client = await storeClient(auth, project.id)
})
afterAll(() => auth?.close())

/**
 * Signs in with a wrong password, an unknown name and correctly.
 * @returns the written lines
 */
async function linesWith(detail: 'addresses' | 'networks' | 'off') {
  const lines: string[] = []
  const logger = createLogger('auth', 'info', { write: (line) => void lines.push(line) })
  const deps = auth.depsNow()
  const config = { ...deps.config, SIGNET_SECURITY_LOG: detail }
  const app = await buildApp({ ...deps, config, logger })
  await app.listen({ host: '127.0.0.1', port: 0 })
  const { port } = app.server.address() as { port: number }
  const address = { host: '127.0.0.1', port }
  const rp = await party({ ...auth, address }, { issuer: project.issuer, ...client })
  const { url } = await rp.beginRaw()
  const browser = new FormBrowser(address, redirectUri)
  let page = await browser.open(url)
  for (const fields of [
    { login: user.email, password: 'wrong-canary' },
    { login: 'unknown-canary@example.com', password },
    { login: user.email, password },
  ]) {
    if (!isPage(page)) throw new Error('The sign-in ended early.')
    page = await browser.submit(page, '/login', fields)
  }
  expect(isPage(page)).toBe(false)
  await app.close()
  for (const secret of ['canary', password, user.email]) expect(lines.join('')).not.toContain(secret)
  return lines
    .map((text) => JSON.parse(text) as Record<string, unknown>)
    .filter(({ message }) => message === 'security')
}

const failed = { event: 'sign_in_failed', method: 'password', outcome: 'wrong_password', level: 40 }
const succeeded = { event: 'sign_in_succeeded', method: 'password', outcome: 'succeeded', level: 30 }

test('each sign-in and each failure has a line with the address, the ids and no secret, and is counted', async () => {
  const of = { address: '127.0.0.1', project: project.id, client: client.clientId }
  const lines = await linesWith('addresses')
  expect(lines).toMatchObject([
    { ...failed, ...of, account: user.id },
    { ...failed, ...of },
    { ...succeeded, ...of, account: user.id },
  ])
  expect(lines[1]).not.toHaveProperty('account')
  // The order of the documented filter of fail2ban.
  expect(Object.keys(lines[0] ?? {}).join(' ')).toContain('event method outcome address')
  const metrics = await scrape()
  expect(metrics).toMatch(/signet_sign_ins_total\{method="password",outcome="wrong_password"\} [1-9]/)
  expect(metrics).toMatch(/signet_sign_ins_total\{method="password",outcome="succeeded"\} [1-9]/)
})

test('the lines have only the network of the client, or are not written, when the operator selects it', async () => {
  expect((await linesWith('networks')).map(({ address }) => address)).toEqual(Array(3).fill('127.0.0.0/24'))
  expect(await linesWith('off')).toEqual([])
})
