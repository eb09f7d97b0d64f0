import { readFile } from 'node:fs/promises'
import type { Browser, BrowserContext } from 'playwright-core'
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest'
import { stylesheetAt } from '../../src/pages/shared/stylesheet.ts'
import { launchChromium } from '../support/chromium.ts'
import { pageResponse } from '../support/page-response.ts'

let browser: Browser
let context: BrowserContext
beforeAll(async () => {
  browser = await launchChromium()
})
afterEach(() => context?.close())
afterAll(() => browser?.close())

const origin = 'https://pages.test'

async function openPage(name: string, javaScriptEnabled = true) {
  context = await browser.newContext({ javaScriptEnabled })
  await context.grantPermissions(['clipboard-read', 'clipboard-write'], { origin })
  await context.route('**/*', (route) => {
    const styles = stylesheetAt(new URL(route.request().url()).pathname)
    return styles === undefined
      ? route.fulfill(pageResponse(name))
      : route.fulfill({ contentType: 'text/css', body: styles })
  })
  const page = await context.newPage()
  await page.goto(origin)
  return { page, button: (label: string) => page.getByRole('button', { name: label }) }
}

async function open(javaScriptEnabled = true) {
  const { page, button } = await openPage('recovery-codes-new', javaScriptEnabled)
  const codes = await page.locator('.shown-codes li').allTextContents()
  expect(codes).toHaveLength(10)
  return { page, button, codes }
}

it('a user downloads new recovery codes without scripts, and has neither button', async () => {
  const { page, button, codes } = await open(false)
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('link', { name: 'Download' }).click(),
  ])
  expect(download.suggestedFilename()).toBe('recovery-codes.txt')
  expect(await readFile(await download.path(), 'utf8')).toBe(
    `Acme Store: Recovery codes\n${codes.join('\n')}\n`,
  )
  expect([await button('Copy').count(), await button('Print').count()]).toEqual([0, 0])
})

it('a user copies and prints new recovery codes', async () => {
  const { page, button, codes } = await open()
  await button('Copy').click()
  await button('Copied').waitFor()
  expect(await page.evaluate('navigator.clipboard.readText()')).toBe(codes.join('\n'))
  await page.evaluate('globalThis.print = () => { globalThis.isPrinted = true }')
  await button('Print').click()
  expect(await page.evaluate('globalThis.isPrinted')).toBe(true)
})

it('a user copies the key of a new authenticator without its spaces', async () => {
  const { page, button } = await openPage('enrolment')
  const shown = await page.locator('.shown-code').textContent()
  await button('Copy').click()
  await button('Copied').waitFor()
  expect(shown).toContain(' ')
  expect(await page.evaluate('navigator.clipboard.readText()')).toBe(shown?.replaceAll(' ', ''))
})
