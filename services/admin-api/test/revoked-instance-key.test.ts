import { fetchVia } from '@signet/testkit'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Console, isConsole, openConsole, startConsole } from './support/console.ts'
import { password } from './support/world.ts'

let console: Console
beforeAll(async () => {
  console = await startConsole()
})
afterAll(() => console?.close())

test('a revoked key of the instance is no longer published, its tokens are refused, and the console signs in with another', async () => {
  const { world, auth, base } = console
  const root = world.people.super
  const agent = await world.agent(world.people.owner, ['admin:read'])
  const published = async () => {
    const { keys } = (await (await fetchVia(auth.address)(`${base}/jwks`)).json()) as {
      keys: { kid: string }[]
    }
    return keys.map(({ kid }) => kid)
  }
  const signers = (await world.ok(root, 'jwks_list', {})).keys.filter(({ state }) => state === 'signing')
  expect(await published()).toEqual(expect.arrayContaining(signers.map(({ kid }) => kid)))
  expect((await world.call(agent, 'whoami', {})).status).toBe(200)

  const replacements: string[] = []
  for (const { kid } of signers) {
    const { replacement } = await world.ok(root, 'jwks_revoke', { kid, confirm: kid })
    replacements.push(replacement?.kid ?? '')
  }
  const after = await published()
  expect(after.filter((kid) => signers.some((signer) => signer.kid === kid))).toEqual([])
  expect(after).toEqual(expect.arrayContaining(replacements))
  expect((await world.call(agent, 'whoami', {})).status).toBe(401)

  const browser = console.newBrowser()
  const page = await openConsole(console, browser)
  if (!page) throw new Error('The console asked for no sign-in.')
  const at = await browser.submit(page, '/login', { login: 'root@example.com', password })
  expect(isConsole(at)).toBe(true)
  expect((await world.call(console.personOf(browser), 'whoami', {})).status).toBe(200)
})
