import axe from 'axe-core'
import { expect, type Page } from 'playwright/test'
import { showAs } from './looks.ts'

const height = 844

/** Brought to each document once: it is half a megabyte. */
export const addAxe = (page: Page): Promise<unknown> => page.addInitScript({ content: axe.source })

/** WCAG 2.2 at level AA, as far as axe tells, and no scrolling in two dimensions. */
export async function expectAccessible(
  page: Page,
  colorScheme: 'light' | 'dark',
  width: number,
): Promise<void> {
  await showAs(page, { colorScheme, width, height })
  const violations = await page.evaluate(async () => {
    const { violations: found } = await (globalThis as unknown as { axe: typeof axe }).axe.run(document, {
      runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'],
      resultTypes: ['violations'],
    })
    return found.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' | ')}`)
  })
  expect(violations, `${colorScheme} at ${width}`).toEqual([])
  await expectNoOverflow(page, width)
}

/** Widgets whose parts the arrow keys walk (WAI-ARIA 1.2, 6.6), and the button that does what Space does. */
const walkedByKeys =
  '[role="tablist"], [role="radiogroup"], [aria-hidden="true"], [aria-label="Side view (Space)"]'

/** Everything that can be pressed or filled in is reached by the keyboard (WCAG 2.1.1). */
export async function expectReachable(page: Page): Promise<void> {
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
  const overflow = await page.evaluate(
    () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
  )
  expect(overflow, `overflow at ${width}`).toBeLessThanOrEqual(0)
}
