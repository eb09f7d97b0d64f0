import { fetchVia } from '@signet/testkit'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Auth, makeProject, setSetting, startAuth } from '../support/harness.ts'

let auth: Auth
let issuer: string
beforeAll(async () => {
  auth = await startAuth()
  ;({ issuer } = await makeProject(auth))
  for (const setting of [
    'federation.enabled',
    'ciba.enabled',
    'deviceFlow.enabled',
    'rpInitiatedLogout.enabled',
  ])
    await setSetting(auth, setting, false)
})
afterAll(() => auth?.close())

it.each([
  '/federation/corp/try?ref=x',
  '/federation/corp/callback?state=x',
  '/account/requests',
  '/device',
  '/session/end',
  '/no-such-page',
])('%s returns 404 as a page for a browser and as JSON for a program', async (path) => {
  const get = (accept: string) => fetchVia(auth.address)(`${issuer}${path}`, { headers: { accept } })
  const [page, answer] = [await get('text/html'), await get('application/json')]
  expect([page.status, page.headers.get('content-type')]).toEqual([404, 'text/html; charset=utf-8'])
  expect(await page.text()).toContain('<h1>')
  expect([answer.status, answer.headers.get('content-type')]).toEqual([
    404,
    'application/json; charset=utf-8',
  ])
})
