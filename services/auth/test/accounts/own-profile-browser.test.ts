import { pagesTextsOf } from '@signet/i18n/pages'
import { chromiumOptions } from '@signet/testkit/chromium'
import { type Browser, type BrowserContext, chromium } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { anAddress, startAccountPages } from '../support/account-pages.ts'
import { type Auth, type makeProject, makeUser, password } from '../support/harness.ts'

let auth: Auth
let project: Awaited<ReturnType<typeof makeProject>>
let browser: Browser
let context: BrowserContext
beforeAll(async () => {
  ;({ auth, project } = await startAccountPages())
  const { host } = new URL(auth.baseUrl)
  browser = await chromium.launch(
    chromiumOptions(`--host-resolver-rules=MAP ${host} ${auth.address.host}:${auth.address.port}`),
  )
  context = await browser.newContext({ locale: 'en', viewport: { width: 390, height: 844 } })
})
afterAll(async () => {
  await browser?.close()
  await auth?.close()
})

it('a user changes name and address from the account page, and signs in with the new address', async () => {
  const { accountHome, common, ownProfile: text, signIn } = pagesTextsOf('en')
  const user = await makeUser(auth, project.id)
  const address = anAddress()
  const page = await context.newPage()
  const enter = async (login: string) => {
    await page.goto(`${project.issuer}/account`)
    await page.getByLabel(signIn.login).fill(login)
    await page.getByLabel(signIn.password, { exact: true }).fill(password)
    await page.getByRole('button', { name: signIn.submit, exact: true }).click()
    await page.getByRole('heading', { name: accountHome.title, exact: true }).waitFor()
  }
  await enter(user.email)
  await page.getByRole('link', { name: `${accountHome.edit}: ${accountHome.profile}` }).click()
  await page.getByLabel(accountHome.name, { exact: true }).fill('Maria Silva')
  await page.getByRole('button', { name: text.save }).click()
  await page.getByText(text.saved).waitFor()

  await page.getByText(common.email, { exact: true }).click()
  await page.getByLabel(text.newEmail).fill(address)
  await page.getByLabel(accountHome.current).fill(password)
  await page.getByRole('button', { name: text.changeEmail }).click()
  await page.getByText(address).waitFor()
  const { link = '' } = await auth.mailbox.next(address)
  await page.goto(link)
  await page.getByRole('button', { name: text.changeEmail }).click()
  await page.getByRole('heading', { name: text.changed }).waitFor()

  await context.clearCookies()
  await enter(address)
  const person = await page.locator('.person').textContent()
  expect(person).toContain('Maria Silva')
  expect(person).toContain(address)
  expect(person).not.toContain(user.email)
})
