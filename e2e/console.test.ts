import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type AdminApi, adminApi } from './support/admin-api.ts'
import { newPage, openBrowser } from './support/browser.ts'
import { setUpAdministrator, signInAt } from './support/sign-in.ts'
import { type Stack, startStack } from './support/stack.ts'

const administrator = { email: 'ada@acme.example', password: 'correct horse battery staple' }

let stack: Stack
let browser: Browser
let home: Page
let api: AdminApi
let project: string
let application: string
let user: string
const problems: string[] = []

beforeAll(async () => {
  stack = await startStack()
  browser = await openBrowser()
  home = await newPage(browser, problems)
  await setUpAdministrator(home, stack.setupUrl, administrator)
  api = await adminApi(stack.baseUrl, home.context())
  const { id } = await api.post<{ id: string }>('/projects', { name: 'Acme' })
  project = `/projects/${id}`
  const { clientId } = await api.post<{ clientId: string }>(`${project}/clients`, {
    clientName: 'Storefront',
    grantTypes: ['authorization_code'],
    tokenEndpointAuthMethod: 'client_secret_basic',
    redirectUris: ['https://shop.example/callback'],
  })
  application = `${project}/clients/${clientId}`
  const created = await api.post<{ id: string }>(`${project}/users`, {
    email: 'grace@customer.example',
    password: 'another horse and battery',
  })
  user = `${project}/users/${created.id}`
})
afterAll(async () => {
  await browser?.close()
  await stack?.stop()
})
beforeEach(() => void problems.splice(0))

const at = (path: string): string => `${stack.baseUrl}/admin${path.replace('/clients/', '/applications/')}`

describe('a browser of any language', () => {
  it.each(['de', 'ar'])(
    'in %s: sign-in, lists, dates, selections, forms and dialogs work, in English from left to right',
    async (locale) => {
      const page = await newPage(browser, problems, locale)
      await page.goto(at('/projects'))
      await signInAt(page, administrator)
      await page.getByRole('link', { name: 'Acme' }).first().waitFor()
      expect(await page.evaluate(() => getComputedStyle(document.body).direction)).toBe('ltr')

      await page.goto(at(`${project}/users`))
      await page.getByRole('link', { name: 'grace@customer.example' }).click()
      await page.getByRole('button', { name: 'Set password' }).click()
      await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click()

      await page.goto(at(project))
      await page.getByRole('tab').first().focus()
      await page.keyboard.press('ArrowRight')
      expect(await page.getByRole('tab').nth(1).getAttribute('aria-selected')).toBe('true')
      const created = page.locator('main time').first()
      expect(await created.textContent()).toMatch(
        /^(Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec) \d+, 20\d\d$/,
      )

      await page.goto(at(`${project}/settings`))
      await page.getByLabel('Display name').fill(`Acme in ${locale}`)
      await page.getByRole('button', { name: 'Save names' }).click()
      await page.getByText('The names were saved.').waitFor()

      await page.goto(at('/audit'))
      await page.getByRole('button', { name: /What/ }).click()
      await page.getByRole('option', { name: 'Projects' }).click()
      await page.getByLabel('From').fill('2020-01-02')
      await page.getByRole('heading', { name: 'Today' }).waitFor()
      expect(new URL(page.url()).search).toContain('2020-01-02')
      await page.keyboard.press('Control+k')
      await page.getByRole('dialog').getByRole('textbox').or(page.getByRole('searchbox')).first().fill('Acme')
      await page.keyboard.press('Escape')
      expect(problems).toEqual([])
      await page.context().close()
    },
  )
})

describe('a browser of a language the console is written in', () => {
  it.each([
    ['ru-RU', 'ru', 'Приложения'],
    ['zh-CN', 'zh', '应用'],
  ])('in %s: the navigation is in %s', async (locale, language, applications) => {
    const page = await newPage(browser, problems, locale)
    await page.goto(at('/projects'))
    await signInAt(page, administrator)
    await page.getByRole('link', { name: 'Acme' }).first().click()
    await page.getByRole('navigation').getByRole('link', { name: applications }).click()
    await page.getByRole('link', { name: 'Storefront' }).waitFor()
    expect(await page.locator('html').getAttribute('lang')).toBe(language)
    expect(problems).toEqual([])
    await page.context().close()
  })
})

describe('what is typed', () => {
  const claims = '{ "department": "Research" }'

  it('survives another change of the same user on the same page', async () => {
    await home.goto(`${at(user)}?tab=settings`)
    await home.getByLabel('Claims as JSON').fill(claims)
    await home.getByRole('button', { name: 'Set password' }).click()
    await home
      .getByRole('dialog')
      .getByLabel(/password/i)
      .first()
      .fill('one more horse and battery')
    await home.getByRole('dialog').getByRole('button', { name: 'Set password' }).click()
    await home.getByRole('dialog').waitFor({ state: 'detached' })
    await home.waitForLoadState('networkidle')
    expect(await home.getByLabel('Claims as JSON').inputValue()).toBe(claims)
    expect(await home.getByText('was changed elsewhere').count()).toBe(0)
  })

  it("survives another administrator's save: a notice offers the stored values, and saving keeps the other fields", async () => {
    await home.clock.install()
    await home.goto(`${at(application)}?tab=settings`)
    await home.getByLabel('Name', { exact: true }).fill('Shop')
    const redirectUris = ['https://shop.example/callback', 'https://shop.example/other']
    await api.patch(application, { clientName: 'Storefront 2', redirectUris })
    await returnToWindow(home)
    await home.getByText('This was changed elsewhere').waitFor()
    expect(await home.getByLabel('Name', { exact: true }).inputValue()).toBe('Shop')
    expect(await home.getByLabel('Redirect addresses 2').inputValue()).toBe(redirectUris[1])

    await home.getByRole('button', { name: 'Load the stored values' }).click()
    expect(await home.getByLabel('Name', { exact: true }).inputValue()).toBe('Storefront 2')
    expect(await home.getByText('This was changed elsewhere').count()).toBe(0)

    await home.getByLabel('Name', { exact: true }).fill(' Shop ')
    await api.patch(application, { redirectUris: [redirectUris[1]] })
    await returnToWindow(home)
    await home.getByText('This was changed elsewhere').waitFor()
    await home.getByRole('button', { name: 'Save application' }).click()
    await home.getByText('The application was saved.').waitFor()
    expect(await api.get(application)).toMatchObject({
      clientName: 'Shop',
      redirectUris: [redirectUris[1]],
    })
    await home.getByRole('heading', { name: 'Shop', level: 1, exact: true }).waitFor()
    expect(await home.getByLabel('Name', { exact: true }).inputValue()).toBe('Shop')
    expect(await home.getByText('This was changed elsewhere').count()).toBe(0)
  })

  it.each([
    { page: () => user, label: 'Claims as JSON', typed: claims, other: { claims: { team: 'blue' } } },
    { page: () => project, label: 'Display name', typed: 'Typed', other: { displayName: 'Elsewhere' } },
  ])(
    'survives in "$label" a focus of the window after a save elsewhere',
    async ({ page, label, typed, other }) => {
      await home.goto(page() === project ? at(`${project}/settings`) : `${at(page())}?tab=settings`)
      await home.getByLabel(label).fill(typed)
      await api.patch(page(), other)
      await returnToWindow(home)
      await home.getByText('This was changed elsewhere').waitFor()
      expect(await home.getByLabel(label).inputValue()).toBe(typed)
    },
  )

  it('is asked about before the page is left', async () => {
    await home.goto(`${at(user)}?tab=settings`)
    await home.getByLabel('Claims as JSON').fill(claims)
    await home.getByRole('link', { name: 'Applications' }).click()
    await home.getByRole('alertdialog').getByRole('button', { name: 'Stay' }).click()
    expect(await home.getByLabel('Claims as JSON').inputValue()).toBe(claims)
    await home.getByRole('link', { name: 'Applications' }).click()
    await home.getByRole('alertdialog').getByRole('button', { name: 'Leave' }).click()
    await home.getByRole('heading', { name: 'Applications', level: 1 }).waitFor()
  })

  it('survives the end of the session and a new sign-in', async () => {
    const page = await newPage(browser, problems)
    await page.goto(`${at(user)}?tab=settings`)
    await signInAt(page, administrator)
    await page.getByLabel('Claims as JSON').fill(claims)
    await page.context().clearCookies()
    await page.getByRole('button', { name: 'Save claims' }).click()
    await page.getByRole('button', { name: 'Sign in again' }).click()
    await signInAt(page, administrator)
    await page.getByText('What you had typed is back.').waitFor()
    expect(await page.getByLabel('Claims as JSON').inputValue()).toBe(claims)
    await page.context().close()
  })

  it('survives a save that fails', async () => {
    await home.goto(`${at(user)}?tab=settings`)
    await home.getByLabel('Claims as JSON').fill(claims)
    await home.route('**/admin/api/**', (route) => route.abort())
    await home.getByRole('button', { name: 'Save claims' }).click()
    await home.getByRole('alert').first().waitFor()
    expect(await home.getByLabel('Claims as JSON').inputValue()).toBe(claims)
    await home.unroute('**/admin/api/**')
    await home.getByRole('button', { name: 'Save claims' }).click()
    await home.getByText('The claims were saved.').waitFor()
  })
})

describe('what the API tells of an object', () => {
  it('one sees where one is signed in, and ends the session of another browser', async () => {
    const other = await newPage(browser, problems)
    await other.goto(at('/projects'))
    await signInAt(other, administrator)
    await other.getByRole('link', { name: 'Acme' }).first().waitFor()
    await home.goto(at('/projects'))
    await home.getByRole('button', { name: /^Account/ }).click()
    await home.getByRole('menuitem', { name: 'Your sessions' }).click()
    const table = home.getByRole('table', { name: 'Your sessions' })
    await table.getByText('This browser').waitFor()
    // Used last, so the first of the others.
    await table.getByRole('button', { name: 'End' }).first().click()
    await home.getByText('The session was ended.').waitFor()
    await other.reload()
    await other.locator('input[name="password"]').waitFor()
    await home.reload()
    await table.getByText('This browser').waitFor()
    await other.context().close()
  })

  it('a user shows that the invitation was not sent, and why', async () => {
    await api.put('/settings/smtp', {
      ...{ host: '127.0.0.1', port: 1, secure: false, username: '', password: '' },
      ...{ fromName: 'Acme', fromEmail: 'no-reply@acme.example' },
    })
    const email = 'invited@customer.example'
    const { id } = await api.post<{ id: string }>(`${project}/users`, { email, invite: true })
    await home.goto(at(`${project}/users/${id}`))
    await home.locator('main').getByText('Not sent').waitFor()
    await home.getByText('The mail server refused it.').waitFor()
  })

  it('an application shows which settings make it fail', async () => {
    await api.put('/settings', { 'fapi.enabled': true })
    await home.goto(at(application))
    await home.getByText('This application fails until its settings change').waitFor()
    await home.getByText('tokenEndpointAuthMethod').waitFor()
    await home.goto(at(`${project}/applications`))
    await home.locator('main').getByText('Fails', { exact: true }).waitFor()
    await api.put('/settings', { 'fapi.enabled': false })
  })
})

/** Comes back to the tab after reads have become old enough to be read again. */
async function returnToWindow(page: Page): Promise<void> {
  await page.clock.fastForward(15_000)
  await page.evaluate(() => window.dispatchEvent(new Event('visibilitychange')))
}
