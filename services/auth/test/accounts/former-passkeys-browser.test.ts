import { request as httpRequest, type RequestListener } from 'node:http'
import { createServer, type Server } from 'node:https'
import type { AddressInfo } from 'node:net'
import { pagesTextsOf } from '@signet/i18n/pages'
import { createRelyingParty, makeCertificate } from '@signet/testkit'
import { chromiumOptions } from '@signet/testkit/chromium'
import { type Browser, type BrowserContext, chromium, type Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { applicationOf, setSignIn } from '../support/account-pages.ts'
import { type Auth, makeProject, makeUser, password, redirectUri, startAuth } from '../support/harness.ts'
import { expireFormerHosts, moveProject } from '../support/moving.ts'
import { openAuthorization, openWithAuthenticator } from '../support/virtual-authenticator.ts'

let auth: Auth
let edge: Server
let browser: Browser
let context: BrowserContext
beforeAll(async () => {
  auth = await startAuth([], { SIGNET_BASE_URL: 'https://localhost' })
  const { pem, key } = makeCertificate({ subject: [['CN', 'edge']], names: [['dns', '*.example']] })
  edge = createServer({ cert: pem, key }, forward)
  await new Promise<void>((resolve) => edge.listen(0, '127.0.0.1', resolve))
  const { port } = edge.address() as AddressInfo
  browser = await chromium.launch(
    chromiumOptions(
      // Browsers fetch the related origins over a valid connection only.
      '--ignore-certificate-errors',
      `--host-resolver-rules=MAP *.example:443 127.0.0.1:${port}`,
    ),
  )
})
afterEach(() => context?.close())
afterAll(async () => {
  await browser?.close()
  edge?.close()
  edge?.closeAllConnections()
  await auth?.close()
})

/** Ends TLS. Related origins need https on its usual port. */
const forward: RequestListener = (request, response) => {
  const { method, url, headers } = request
  const onward = httpRequest({ ...auth.address, method, path: url, headers }, (answer) => {
    response.writeHead(answer.statusCode ?? 502, answer.headers)
    answer.pipe(response)
  })
  request.pipe(onward)
}

const locales = ['en', 'de', 'ar'] as const
type TestedLocale = (typeof locales)[number]

/** Adds a passkey at a project with its own host, and changes the host. */
async function moved(locale: TestedLocale) {
  const project = await makeProject(auth, { form: 'host' })
  const user = await makeUser(auth, project.id)
  const client = await applicationOf(auth, project.id)
  const host = `${project.name}.example`
  const opened = await openWithAuthenticator(browser, locale)
  context = opened.context
  await addPasskey(opened.page, locale, `https://${host}`, user.email)
  const issuer = await moveProject(auth, project.id, 'host')
  await opened.answers(false)
  return { ...opened, id: project.id, user, client, host, issuer }
}

async function addPasskey(page: Page, locale: TestedLocale, issuer: string, email: string) {
  const { passkeys: text, signIn } = pagesTextsOf(locale)
  await page.goto(`${issuer}/account/passkeys`)
  await page.locator('#login').fill(email)
  await page.locator('#password').fill(password)
  await page.getByRole('button', { name: signIn.submit, exact: true }).click()
  await page.getByRole('button', { name: text.add }).click()
  await page.getByRole('button', { name: text.create }).click()
  await page.locator('summary', { hasText: text.defaultName }).last().waitFor()
}

async function openSignIn(
  page: Page,
  { issuer, client }: Pick<Awaited<ReturnType<typeof moved>>, 'issuer' | 'client'>,
) {
  const rp = await createRelyingParty({ issuer, ...client, redirectUri, address: auth.address })
  const { url, redeem } = await rp.begin()
  await context.clearCookies()
  const arrival = await openAuthorization(page, url)
  return async () => (await redeem(await arrival())).claims()
}

describe('passkeys of a former host in Chromium:', { timeout: 120_000 }, () => {
  it.each(locales)(
    'a passkey of the former host signs in at the new one, where a new passkey is added, in the language %s',
    async (locale) => {
      const one = await moved(locale)
      const { passkeys: text } = pagesTextsOf(locale)
      const { page, answers, host, user } = one
      const arrive = await openSignIn(page, one)
      const button = page.getByRole('button', { name: text.signInFormer({ host }) })
      await button.waitFor()
      await answers(true)
      await button.click()
      await page.getByText(text.replaceFormer({ host })).waitFor()
      await page.getByRole('button', { name: text.create }).click()
      expect(await arrive()).toMatchObject({ sub: user.id })
      // The browser offers the new passkey in the list of the name field.
      const arriveAgain = await openSignIn(page, one)
      expect(await arriveAgain()).toMatchObject({ sub: user.id, amr: ['swk', 'user', 'mfa'] })
    },
  )

  it('the browser refuses the passkey when the former host no longer lists the new origin', async () => {
    const one = await moved('en')
    const { page, answers, host } = one
    await openSignIn(page, one)
    const button = page.getByRole('button', { name: `Sign in with a passkey of ${host}` })
    await button.waitFor()
    await expireFormerHosts(auth, one.id)
    await answers(true)
    await button.click()
    await page.getByRole('alert').getByText('The passkey was not used.').waitFor()
  })

  it('the page hides the passkeys of a former host in a browser without related origins', async () => {
    const one = await moved('en')
    const { page, host } = one
    await page.addInitScript(
      'PublicKeyCredential.getClientCapabilities = async () => ({ relatedOrigins: false })',
    )
    await openSignIn(page, one)
    await page.getByRole('button', { name: 'Sign in with a passkey', exact: true }).waitFor()
    expect(await page.getByRole('button', { name: `Sign in with a passkey of ${host}` }).count()).toBe(0)
    expect(await page.locator('#password').isVisible()).toBe(true)
  })

  it('a browser refuses the passkeys of the shared host at the own host of a project that left it', async () => {
    const project = await makeProject(auth)
    const issuer = await moveProject(auth, project.id, 'host')
    await setSignIn(auth, project.id, {})
    const { page } = await openWithAuthenticator(browser, 'en')
    context = page.context()
    await page.goto(`${issuer}/account/passkeys`)
    const refused = await page.evaluate<string>(
      "navigator.credentials.get({ publicKey: { rpId: 'localhost', challenge: new Uint8Array(32) } }).then(() => 'used', ({ name }) => name)",
    )
    expect(refused).toBe('SecurityError')
  })
})
