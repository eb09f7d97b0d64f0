import { freePort } from '@signet/local-servers'
import { chromiumOptions } from '@signet/testkit/chromium'
import { OAuth2Server } from 'oauth2-mock-server'
import { type Browser, chromium } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Auth, redirectUri, startAuth } from '../support/harness.ts'
import { accountsOf, type FederatedProject, projectWith, signInThrough } from './world.ts'

let auth: Auth
let browser: Browser
const foreign = new OAuth2Server()
const client = { clientId: 'signet', clientSecret: 'secret' }
beforeAll(async () => {
  const port = await freePort()
  await foreign.issuer.keys.generate('RS256')
  await foreign.start(port, '127.0.0.1')
  foreign.issuer.url = `http://127.0.0.1:${port}`
  foreign.service.on('beforeTokenSigning', (token) => {
    Object.assign(token.payload, { email: 'john@corp.example', email_verified: true, name: 'John Doe' })
  })
  auth = await startAuth([`127.0.0.1:${port}`])
  const own = new URL(auth.baseUrl).host
  browser = await chromium.launch(
    chromiumOptions(`--host-resolver-rules=MAP ${own} 127.0.0.1:${auth.address.port}`),
  )
})
afterAll(async () => {
  await browser?.close()
  await auth?.close()
  await foreign.stop()
})

const projectAt = (columns: Parameters<typeof projectWith>[2]) =>
  projectWith(auth, { issuer: foreign.issuer.url ?? '', client }, columns)

async function openInBrowser(at: FederatedProject, javaScriptEnabled: boolean) {
  const page = await (await browser.newContext({ javaScriptEnabled })).newPage()
  const answered = page.waitForRequest((request) => request.url().startsWith(redirectUri))
  const query = new URLSearchParams({
    client_id: at.client.clientId,
    response_type: 'code',
    scope: 'openid email',
    redirect_uri: redirectUri,
    code_challenge: 'x'.repeat(43),
    code_challenge_method: 'S256',
  })
  await page.goto(`${at.issuer}/auth?${query}`)
  return { page, hasCode: async () => new URL((await answered).url()).searchParams.has('code') }
}

describe('provider of another implementation (oauth2-mock-server):', () => {
  test('a user signs in through links only', async () => {
    const at = await projectAt({ emailTrusted: true })
    const { tokens } = await signInThrough(auth, at)
    expect((await tokens()).claims()).toMatchObject({ sub: expect.any(String) })
    expect(await accountsOf(auth, at.id)).toMatchObject([
      { subject: 'johndoe', email: 'john@corp.example', emailVerified: true, claims: { name: 'John Doe' } },
    ])
  })

  test.each([
    ['with JavaScript', true],
    ['without JavaScript', false],
  ])('a user signs in in a browser %s', async (_how, javaScriptEnabled) => {
    const at = await projectAt({})
    const { page, hasCode } = await openInBrowser(at, javaScriptEnabled)
    await page.getByRole('link', { name: 'Continue with Corp' }).click()
    expect(await hasCode()).toBe(true)
    expect(await accountsOf(auth, at.id)).toMatchObject([{ subject: 'johndoe' }])
  })

  test('the password form redirects to the provider despite the form-action directive', async () => {
    const at = await projectAt({ allowedEmailDomains: ['corp.example'] })
    const { page, hasCode } = await openInBrowser(at, false)
    await page.getByLabel('Email or username').fill('john@corp.example')
    await page.getByLabel('Password', { exact: true }).fill('not a password of ours')
    await page.getByRole('button', { name: 'Sign in' }).click()
    expect(await hasCode()).toBe(true)
  })
})
