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
const problems: string[] = []

beforeAll(async () => {
  stack = await startStack()
  browser = await openBrowser()
  home = await newPage(browser, problems)
  await setUpAdministrator(home, stack.setupUrl, administrator)
  api = await adminApi(stack.baseUrl, home.context())
  const { id } = await api.post<{ id: string }>('/projects', { name: 'Acme' })
  project = `/projects/${id}`
  await api.post(`${project}/users`, {
    email: 'grace@customer.example',
    password: 'another horse and battery',
  })
})
afterAll(async () => {
  await browser?.close()
  await stack?.stop()
})
beforeEach(() => void problems.splice(0))

const at = (path: string): string => `${stack.baseUrl}/admin${path}`

describe('a browser of any language', () => {
  it.each(['ru', 'zh-CN', 'de', 'ar'])(
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
