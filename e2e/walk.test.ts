import type { Page } from 'playwright/test'
import { addressOf } from './support/arrange.ts'
import { expect, test } from './support/fixtures.ts'
import { addAxe, expectAccessible, expectReachable } from './support/page-checks.ts'

/** A heading in each language; other browsers see English. */
const headings: Readonly<Record<string, string>> = {
  'walk-ru': 'Проекты',
  'walk-zh': '项目',
  'walk-de': 'Projekte',
}

/** Parameters of objects that only an agent or a defect creates. */
const notArranged = /\$(?:approvalId|revealId|faultId|entryId)/

test('every page of the console renders without an error, and is accessible', async ({ page, world }, {
  project,
}) => {
  test.setTimeout(300_000)
  const response = await page.request.get('/admin/places.json')
  const places: Record<string, string> = await response.json()
  const paths = [...new Set(Object.values(places))].filter((path) => !notArranged.test(path))
  const pages = paths.map((path) => ({ path, address: addressOf(path, world.arranged) }))
  expect(pages.filter(({ address }) => address === null)).toEqual([])
  await addAxe(page)
  await page.goto('/admin/projects')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(headings[project.name] ?? 'Projects')
  expect(await page.evaluate(() => getComputedStyle(document.body).direction)).toBe('ltr')

  for (const { path, address } of pages) {
    await test.step(path, async () => {
      await visit(page, `/admin${address}`)
      if (project.name === 'walk-en') {
        await expectAccessible(page, 'light', 1280)
        await expectReachable(page)
        await expectAccessible(page, 'light', 390)
        await expectAccessible(page, 'dark', 320)
      }
    })
  }
})

/** Navigates within the console, like a link. */
async function visit(page: Page, address: string): Promise<void> {
  await page.evaluate((to) => history.pushState(null, '', to), address)
  await page.waitForFunction(
    (to) =>
      location.pathname === new URL(to, location.origin).pathname &&
      document.querySelector('h1') !== null &&
      document.querySelector('main [role="status"][aria-label]') === null &&
      document.querySelector('[aria-busy="true"]') === null,
    address,
  )
  const text = await page.evaluate(() => {
    const main = document.querySelector('main')?.cloneNode(true) as HTMLElement
    // Code samples may contain `undefined`.
    for (const code of main.querySelectorAll('pre, code')) code.remove()
    return main.textContent ?? ''
  })
  // A placeholder has single braces; the variables of a mail, which the page shows, have double ones.
  expect(text).not.toMatch(/Something went wrong|undefined|(?<!\{)\{\w+\}(?!\})/)
}
