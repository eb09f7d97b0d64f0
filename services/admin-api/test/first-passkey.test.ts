import { sql } from '@signet/db'
import type { Page } from '@signet/testkit'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Console, isConsole, openConsole, startConsole } from './support/console.ts'
import { unique } from './support/things.ts'
import { password } from './support/world.ts'

let console: Console
beforeAll(async () => {
  console = await startConsole({}, ({ database, administratorsProject: id }) =>
    database.run(sql`UPDATE projects SET passkeys = 'preferred' WHERE id = ${id}`),
  )
})
afterAll(() => console?.close())

/** Returns the page after the password, or the console. */
async function enter(login: string) {
  const browser = console.newBrowser()
  const page = await openConsole(console, browser)
  return { browser, at: await browser.submit(page as Page, '/login', { login, password }) }
}

test('the first administrator is offered a passkey after the first sign-in, and may decline it once a month', async () => {
  const first = await enter('root@example.com')
  expect(first.at).toMatchObject({ html: expect.stringContaining('Sign in faster next time') })
  expect(isConsole(await first.browser.submit(first.at as Page, '/notnow'))).toBe(true)
  expect(isConsole((await enter('root@example.com')).at)).toBe(true)
})

test('a new administrator is offered a passkey after the first sign-in', async () => {
  const { world } = console
  const email = `${unique('a')}@example.com`
  await world.ok(world.people.super, 'admin_create', { email, password })
  const { at } = await enter(email)
  expect(at).toMatchObject({ html: expect.stringContaining('Sign in faster next time') })
})
