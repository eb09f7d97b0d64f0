import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from 'playwright/test'
import { addressOf, type SampleObjects } from './support/arrange.ts'
import { test } from './support/fixtures.ts'
import { showAs } from './support/looks.ts'
import { addShotSamples } from './support/shot-samples.ts'

const folder = process.env.SIGNET_SHOTS ?? ''

const looks = [
  { name: 'light', colorScheme: 'light', width: 1280 },
  { name: 'dark', colorScheme: 'dark', width: 1280 },
  { name: 'wide', colorScheme: 'light', width: 1440 },
  { name: 'narrow', colorScheme: 'light', width: 390 },
  { name: 'narrow-dark', colorScheme: 'dark', width: 390 },
] as const

interface Sheet {
  readonly name: string
  readonly path: string
  readonly open?: (page: Page) => Promise<void>
}

const user = '/projects/$projectId/users/$userId'
const application = '/projects/$projectId/applications/$clientId'

/** Pressing keys and buttons by position works in every language. */
const sheets: readonly Sheet[] = [
  { name: 'user-lock', path: `${user}?tab=access&do=project_user_lock` },
  { name: 'user-delete', path: `${user}?tab=access&do=project_user_delete` },
  { name: 'application-delete', path: `${application}?tab=settings&do=client_delete` },
  { name: 'secret-rotate', path: `${application}?do=client_secret_rotate` },
  {
    name: 'key-rotate',
    path: '/projects/$projectId/keys',
    open: (page) => page.locator('main header button').nth(-2).click(),
  },
  { name: 'project-delete', path: '/projects/$projectId/settings?do=project_delete' },
  { name: 'palette', path: '/', open: (page) => page.keyboard.press('Control+k') },
]

/** `npm run shots -- <folder> [locale]`. */
test('every page and the sheets of the console have pictures', async ({ page, api, world, newVisitor }) => {
  test.setTimeout(1_200_000)
  mkdirSync(folder, { recursive: true })
  const samples = await addShotSamples(api, world, newVisitor)
  const response = await page.request.get('/admin/places.json')
  const places: Record<string, string> = await response.json()
  for (const path of new Set(Object.values(places))) await drawPage(page, path, samples)
  for (const sheet of sheets) await drawSheet(page, sheet, samples)
})

async function drawPage(page: Page, path: string, samples: SampleObjects): Promise<void> {
  const address = addressOf(path, samples)
  if (address === null) return
  await page.goto(`/admin${address}`)
  for (const tab of await tabsOf(page)) {
    if (tab) await page.getByRole('tab', { name: tab, exact: true }).click()
    await draw(page, [path.slice(1).replaceAll('/', '-').replaceAll('$', ''), tab], true)
  }
}

async function drawSheet(page: Page, { name, path, open }: Sheet, samples: SampleObjects): Promise<void> {
  await page.goto(`/admin${addressOf(path, samples)}`)
  await page.locator('h1').first().waitFor()
  await untilLoaded(page)
  await open?.(page)
  await page.locator('[role=dialog], [role=alertdialog]').waitFor()
  await draw(page, ['sheet', name], false)
}

/** A viewport as high as the page keeps its sticky parts at their positions. */
async function draw(page: Page, names: readonly string[], fullPage: boolean): Promise<void> {
  for (const { name, colorScheme, width } of looks) {
    await showAs(page, { colorScheme, width, height: 900 })
    await untilLoaded(page)
    await page.evaluate(() => scrollTo(0, 0))
    if (fullPage) await page.setViewportSize({ width, height: await heightOf(page) })
    const file = [...names, name].filter(Boolean).join('.')
    await page.screenshot({ path: join(folder, `${file}.png`) })
  }
}

const heightOf = (page: Page): Promise<number> => page.evaluate(() => document.documentElement.scrollHeight)

/** A placeholder is hidden, or gone, after its content loaded. */
async function untilLoaded(page: Page): Promise<void> {
  await page.waitForLoadState('networkidle')
  await page.waitForFunction(
    () => !Array.from(document.querySelectorAll('.animate-breathe')).some((each) => each.checkVisibility()),
  )
}

/** Returns the page itself without tabs. */
async function tabsOf(page: Page): Promise<readonly string[]> {
  await page.locator('h1').first().waitFor()
  const list = page.locator('main').getByRole('tablist')
  const isObject = (await list.count()) === 1 && /\/\w+_\w+|https%3A/.test(new URL(page.url()).pathname)
  return isObject ? list.getByRole('tab').allTextContents() : ['']
}
