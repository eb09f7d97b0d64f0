import axe from 'axe-core'
import type { Page } from 'playwright/test'
import { addressOf } from './support/arrange.ts'
import { expect, test } from './support/fixtures.ts'
import { showAs } from './support/looks.ts'

/** What pages show in a language; a browser of any other language reads English. */
const headings: Readonly<Record<string, string>> = {
  'walk-ru': 'Проекты',
  'walk-zh': '项目',
}

/** Parameters of pages about what only an agent makes, or a defect. */
const notArranged = /\$(?:approvalId|revealId|faultId|entryId)/

test('every page of the console renders, without an error, and is accessible', async ({ page, world }, {
  project,
}) => {
  test.setTimeout(300_000)
  const response = await page.request.get('/admin/places.json')
  const places: Record<string, string> = await response.json()
  const paths = [...new Set(Object.values(places))].filter((path) => !notArranged.test(path))
  const pages = paths.map((path) => ({ path, address: addressOf(path, world.arranged) }))
  expect(pages.filter(({ address }) => address === null)).toEqual([])
  await page.goto('/admin/projects')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(headings[project.name] ?? 'Projects')
  expect(await page.evaluate(() => getComputedStyle(document.body).direction)).toBe('ltr')

  for (const { path, address } of pages) {
    await test.step(path, async () => {
      await visit(page, `/admin${address}`)
      if (project.name === 'walk-en') {
        await expectAccessible(page, 'light', 1280)
        await expectReachable(page)
        await expectAccessible(page, 'dark', 320)
        await expectNoOverflow(page, 390)
      }
    })
  }
})

/** Goes there within the console, as a link does. */
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
    // Code may well say undefined.
    for (const code of main.querySelectorAll('pre, code')) code.remove()
    return main.textContent ?? ''
  })
  expect(text).not.toMatch(/Something went wrong|undefined|\{\w+\}/)
}

async function expectAccessible(page: Page, colorScheme: 'light' | 'dark', width: number): Promise<void> {
  await showAs(page, { colorScheme, width, height: 844 })
  const violations = await page.evaluate(async (source) => {
    const scope = globalThis as unknown as { axe?: typeof axe }
    if (!scope.axe) new Function(source)()
    const { violations: found } = await (scope.axe as typeof axe).run(document, {
      runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'],
      resultTypes: ['violations'],
    })
    return found.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' | ')}`)
  }, axe.source)
  expect(violations, `${colorScheme} at ${width}`).toEqual([])
  await expectNoOverflow(page, width)
}

/** Widgets whose parts the arrow keys walk (WAI-ARIA 1.2, 6.6), and the button that does what Space does. */
const walkedByKeys =
  '[role="tablist"], [role="radiogroup"], [aria-hidden="true"], [aria-label="Side view (Space)"]'

/** Everything that can be pressed or filled in is reached by the keyboard (WCAG 2.1.1). */
async function expectReachable(page: Page): Promise<void> {
  const unreachable = await page.evaluate(
    (walked) =>
      [
        ...document.querySelectorAll<HTMLElement>(
          'a[href], button, input, select, textarea, summary, [role="button"]',
        ),
      ]
        .filter((each) => each.checkVisibility() && !each.matches(':disabled') && each.tabIndex < 0)
        .filter((each) => !each.closest(walked))
        .map(({ outerHTML }) => outerHTML.slice(0, 200)),
    walkedByKeys,
  )
  expect(unreachable, 'out of reach of the keyboard').toEqual([])
}

/** Reads without scrolling in two dimensions (WCAG 1.4.10). */
async function expectNoOverflow(page: Page, width: number): Promise<void> {
  await page.setViewportSize({ width, height: 844 })
  const overflow = await page.evaluate(
    () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
  )
  expect(overflow, `overflow at ${width}`).toBeLessThanOrEqual(0)
}
