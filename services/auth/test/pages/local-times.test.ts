import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { launchChromium } from '../support/chromium.ts'
import { pageResponse } from '../support/page-response.ts'

let browser: Browser
beforeAll(async () => {
  browser = await launchChromium()
})
afterAll(() => browser?.close())

it.each([
  ['with scripts in the time zone of the browser', true, 'Nov 26, 2026, 9:04 PM'],
  ['without scripts in UTC', false, 'Nov 26, 2026, 12:04 PM UTC'],
])('the account page shows its times %s', async (_case, javaScriptEnabled, shown) => {
  const context = await browser.newContext({ javaScriptEnabled, timezoneId: 'Asia/Tokyo' })
  await context.route('**/*', (route) => route.fulfill(pageResponse('account-safe')))
  const page = await context.newPage()
  await page.goto('https://pages.test')
  const text = await page.locator('#sessions time').first().textContent()
  expect(text?.replaceAll('\u202f', ' ')).toBe(shown)
  await context.close()
})
