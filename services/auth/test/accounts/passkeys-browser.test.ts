import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { newLink, storeProof } from '@signet/accounts'
import { sql } from '@signet/db'
import { pagesTextsOf } from '@signet/i18n/pages'
import { bumpProject } from '@signet/tenancy'
import { createRelyingParty } from '@signet/testkit'
import { chromiumOptions } from '@signet/testkit/chromium'
import { type Browser, type BrowserContext, chromium, type Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { applicationOf, setSignIn } from '../support/account-pages.ts'
import { AuthenticatorModel, payloadWith } from '../support/authenticator-model.ts'
import { type Auth, makeProject, makeUser, password, redirectUri, startAuth } from '../support/harness.ts'
import type { ClientCredentials } from '../support/journey.ts'
import type { Project } from '../support/passkey-pages.ts'
import { openAuthorization, openWithAuthenticator } from '../support/virtual-authenticator.ts'

const folder = mkdtempSync(join(tmpdir(), 'passkeys-'))
const file = join(folder, 'metadata.json')
const model = new AuthenticatorModel()

let auth: Auth
let project: Project
let client: ClientCredentials
let browser: Browser
let context: BrowserContext
beforeAll(async () => {
  writeFileSync(file, JSON.stringify(payloadWith([model.entry()])))
  auth = await startAuth([], { SIGNET_FIDO_METADATA_FILE: file })
  project = await makeProject(auth)
  client = await applicationOf(auth, project.id)
  const { host } = new URL(auth.baseUrl)
  browser = await chromium.launch(
    chromiumOptions(`--host-resolver-rules=MAP ${host} ${auth.address.host}:${auth.address.port}`),
  )
})
afterEach(() => context?.close())
afterAll(async () => {
  await browser?.close()
  await auth?.close()
  rmSync(folder, { recursive: true })
})

async function openBrowser(locale: string) {
  const opened = await openWithAuthenticator(browser, locale)
  context = opened.context
  return opened
}

async function addPasskey(page: Page, locale: 'en' | 'de' | 'ar', at: Project, email: string) {
  const { passkeys: text, signIn } = pagesTextsOf(locale)
  await page.goto(`${at.issuer}/account/passkeys`)
  await page.locator('#login').fill(email)
  await page.locator('#password').fill(password)
  await page.getByRole('button', { name: signIn.submit, exact: true }).click()
  await page.getByRole('button', { name: text.add }).click()
  await page.getByLabel(text.name, { exact: true }).fill('Laptop')
  await page.getByRole('button', { name: text.create }).click()
  await page.locator('summary', { hasText: 'Laptop' }).waitFor()
}

async function openSignIn(page: Page, at: Project, credentials: ClientCredentials) {
  const rp = await createRelyingParty({
    issuer: at.issuer,
    ...credentials,
    redirectUri,
    address: auth.address,
  })
  const { url, redeem } = await rp.begin()
  await context.clearCookies()
  const arrival = await openAuthorization(page, url)
  return async () => (await redeem(await arrival())).claims()
}

describe('passkeys in Chromium:', { timeout: 120_000 }, () => {
  it.each(['en', 'de', 'ar'] as const)(
    'a user adds a passkey and signs in with it in the language %s',
    async (locale) => {
      const user = await makeUser(auth, project.id)
      const { page, answers } = await openBrowser(locale)
      await addPasskey(page, locale, project, user.email)
      await answers(false)
      const arrive = await openSignIn(page, project, client)
      const button = page.getByRole('button', { name: pagesTextsOf(locale).passkeys.signIn })
      await button.waitFor()
      await answers(true)
      await button.click()
      expect(await arrive()).toMatchObject({ sub: user.id, amr: ['swk', 'user', 'mfa'] })
    },
  )

  it('a user adds a passkey at the page of a mailed link and signs in with it', async () => {
    const user = await makeUser(auth, project.id)
    const link = newLink(project.issuer, 'passkey')
    await auth.database.transaction((tx) => storeProof(tx, { projectId: project.id, ...user }, link))
    const { page } = await openBrowser('en')
    const { passkeys: text } = pagesTextsOf('en')
    await page.goto(link.url)
    await page.getByRole('button', { name: text.create }).click()
    await page.getByRole('heading', { name: text.addedTitle }).waitFor()
    const arrive = await openSignIn(page, project, client)
    expect(await arrive()).toMatchObject({ sub: user.id })
  })

  it('a passkey of the browser is rejected with a sentence where only a certain model is permitted', async () => {
    const strict = await makeProject(auth)
    const user = await makeUser(auth, strict.id)
    await auth.database.transaction(async (tx) => {
      await tx.run(
        sql`UPDATE projects SET passkey_authenticators = ARRAY[${model.aaguid}] WHERE id = ${strict.id}`,
      )
      await bumpProject(tx, strict.id)
    })
    const { page } = await openBrowser('en')
    const { passkeys: text } = pagesTextsOf('en')
    await page.goto(`${strict.issuer}/account/passkeys`)
    await page.locator('#login').fill(user.email)
    await page.locator('#password').fill(password)
    await page.getByRole('button', { name: pagesTextsOf('en').signIn.submit, exact: true }).click()
    await page.getByRole('button', { name: text.add }).click()
    await page.getByText(model.name).waitFor()
    await page.getByRole('button', { name: text.create }).click()
    await page.getByText(text.notPermitted).waitFor()
    const rows = await auth.database.rows(sql`SELECT 1 FROM passkeys WHERE account_id = ${user.id}`)
    expect(rows).toEqual([])
  })

  it('the browser offers passkeys in the list of the name field', async () => {
    const user = await makeUser(auth, project.id)
    const { page } = await openBrowser('en')
    await addPasskey(page, 'en', project, user.email)
    const arrive = await openSignIn(page, project, client)
    expect(await arrive()).toMatchObject({ sub: user.id })
  })

  it('a passkey of one project is rejected at another project of the same host, with a sentence', async () => {
    const user = await makeUser(auth, project.id)
    const other = await makeProject(auth)
    const { page } = await openBrowser('en')
    await addPasskey(page, 'en', project, user.email)
    const rp = await createRelyingParty({
      ...{ issuer: other.issuer, redirectUri, address: auth.address },
      ...(await applicationOf(auth, other.id)),
    })
    await page.goto((await rp.begin()).url.href)
    await page.getByText('belongs to no account of').waitFor()
    expect(new URL(page.url()).pathname).toContain(other.name)
  })

  it('the page of a project that requires passkeys adds one after the password', async () => {
    await setSignIn(auth, project.id, { passkeys: 'required' })
    const user = await makeUser(auth, project.id)
    const { page } = await openBrowser('en')
    const arrive = await openSignIn(page, project, client)
    await page.locator('#login').fill(user.email)
    await page.locator('#password').fill(password)
    await page.getByRole('button', { name: 'Sign in', exact: true }).click()
    await page.getByRole('button', { name: 'Create the passkey' }).click()
    expect((await arrive())?.amr).toEqual(['pwd', 'swk', 'user', 'mfa'])
    await setSignIn(auth, project.id, { passkeys: 'allowed' })
  })

  it('the sign-in page is complete without scripts, and the page of a new passkey states its requirements', async () => {
    const user = await makeUser(auth, project.id)
    context = await browser.newContext({ javaScriptEnabled: false, locale: 'en' })
    const page = await context.newPage()
    await page.goto(`${project.issuer}/account/passkeys`)
    expect(await page.getByRole('button', { name: 'Sign in with a passkey' }).count()).toBe(0)
    await page.locator('#login').fill(user.email)
    await page.locator('#password').fill(password)
    await page.getByRole('button', { name: 'Sign in', exact: true }).click()
    await page.getByRole('button', { name: 'Add a passkey' }).click()
    await page.getByText('Passkeys do not work in this browser').waitFor()
    const rows = await auth.database.rows(sql`SELECT 1 FROM passkeys WHERE account_id = ${user.id}`)
    expect(rows).toEqual([])
  })
})
