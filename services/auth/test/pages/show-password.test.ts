import type { Browser, BrowserContext } from 'playwright-core'
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest'
import { stylesheetAt } from '../../src/pages/shared/stylesheet.ts'
import { launchChromium } from '../support/chromium.ts'
import { gallery } from '../support/gallery.ts'
import { pageResponse } from '../support/page-response.ts'

let browser: Browser
let context: BrowserContext
beforeAll(async () => {
  browser = await launchChromium()
})
afterEach(() => context?.close())
afterAll(() => browser?.close())

const pages = gallery('en')

async function open(name: string, { javaScriptEnabled = true, extra = '' } = {}) {
  context = await browser.newContext({ javaScriptEnabled })
  const posted: string[] = []
  await context.route('**/*', (route) => {
    const request = route.request()
    const { pathname } = new URL(request.url())
    if (request.method() === 'POST') posted.push(request.postData() ?? '')
    const styles = stylesheetAt(pathname)
    return styles === undefined
      ? route.fulfill(pageResponse(name, extra))
      : route.fulfill({ contentType: 'text/css', body: styles })
  })
  const page = await context.newPage()
  await page.goto('http://pages.test')
  return { page, posted, eye: page.getByRole('button', { name: 'Show password' }) }
}

it('a user can show each typed password of a form, and the form is sent with them hidden', async () => {
  const { page, posted, eye } = await open('account')
  const fields = [page.locator('#current'), page.locator('#password')]
  await fields[0]?.fill('the present one')
  await fields[1]?.fill('a new password')
  for (const type of ['text', 'password', 'text']) {
    await eye.first().click()
    expect(await Promise.all(fields.map((field) => field.getAttribute('type')))).toEqual([type, 'password'])
  }
  await eye.last().click()
  await page.evaluate(`addEventListener('submit', (event) => {
    globalThis.sent = [...event.target.querySelectorAll('[name=current], [name=password]')].map(({ type }) => type)
    event.preventDefault()
  })`)
  await page.getByRole('button', { name: 'Change the password' }).click()
  expect(await page.evaluate('globalThis.sent')).toEqual(['password', 'password'])
  expect(await eye.first().getAttribute('aria-pressed')).toBe('false')
  expect(posted).toEqual([])
})

it('a page works without the script: the button is absent and the form is sent', async () => {
  const { page, posted, eye } = await open('sign-in-wrong', { javaScriptEnabled: false })
  expect(await eye.count()).toBe(0)
  await page.getByLabel('Password', { exact: true }).fill('correct horse')
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  expect(posted).toEqual([expect.stringContaining('password=correct+horse')])
})

it('the policy of a page with a password allows no other script', async () => {
  const extra = `<script>globalThis.injected = true</script><img src="data:," onerror="globalThis.injected = true">`
  const { page, eye } = await open('sign-in', { extra })
  expect(await eye.isVisible()).toBe(true)
  expect(await page.evaluate('globalThis.injected')).toBeUndefined()
})

it('the policy of every page without a password, a passkey and a text to copy allows no script', () => {
  const isAllowed = Object.entries(pages).map(([name, { text }]) => [
    name,
    /type="password"|data-passkey=|data-copied=/.test(text),
    'script-src' in policyOf(name),
  ])
  expect(isAllowed.filter(([, hasForm, hasScript]) => hasForm !== hasScript)).toEqual([])
  expect(isAllowed.some(([, , hasScript]) => hasScript)).toBe(true)
})

const policyOf = (name: string): Record<string, string> =>
  Object.fromEntries(
    String(pageResponse(name).headers['Content-Security-Policy'])
      .split('; ')
      .map((directive) => [directive.split(' ')[0], directive]),
  )
