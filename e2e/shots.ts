import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from 'playwright/test'
import { addressOf } from './support/arrange.ts'
import { test } from './support/fixtures.ts'
import { showAs } from './support/looks.ts'

const folder = process.env.SIGNET_SHOTS ?? ''

const looks = [
  { name: 'light', colorScheme: 'light', width: 1280 },
  { name: 'dark', colorScheme: 'dark', width: 1280 },
  { name: 'narrow', colorScheme: 'light', width: 390 },
] as const

/** `npm run shots -- <folder> [locale]`. */
test('every page of the console has a picture', async ({ page, world }) => {
  test.setTimeout(600_000)
  mkdirSync(folder, { recursive: true })
  const response = await page.request.get('/admin/places.json')
  const places: Record<string, string> = await response.json()
  for (const path of new Set(Object.values(places))) {
    const address = addressOf(path, world.arranged)
    if (address === null) continue
    await page.goto(`/admin${address}`)
    for (const tab of await tabsOf(page)) {
      if (tab) await page.getByRole('tab', { name: tab, exact: true }).click()
      for (const { name, colorScheme, width } of looks) {
        await showAs(page, { colorScheme, width, height: 900 })
        await page.waitForLoadState('networkidle')
        const file = [path.slice(1).replaceAll('/', '-').replaceAll('$', ''), tab, name]
          .filter(Boolean)
          .join('.')
        await page.screenshot({ path: join(folder, `${file}.png`), fullPage: true })
      }
    }
  }
})

/** Returns the page itself without tabs. */
async function tabsOf(page: Page): Promise<readonly string[]> {
  await page.locator('h1').first().waitFor()
  const list = page.locator('main').getByRole('tablist')
  const isObject = (await list.count()) === 1 && /\/\w+_\w+|https%3A/.test(new URL(page.url()).pathname)
  return isObject ? list.getByRole('tab').allTextContents() : ['']
}
