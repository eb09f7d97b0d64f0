import axe from 'axe-core'
import { expect, type Page } from 'playwright/test'
import { showAs } from './looks.ts'

const height = 844

/** Once per document: axe has half a megabyte. */
export const addAxe = (page: Page): Promise<unknown> => page.addInitScript({ content: axe.source })

/** Checks WCAG 2.2 at level AA with axe, and the absence of scrolling in two dimensions. */
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

/** Widgets navigated by arrow keys (WAI-ARIA 1.2, 6.6), and the button that duplicates Space. */
const walkedByKeys =
  '[role="tablist"], [role="radiogroup"], [aria-hidden="true"], [aria-label="Side view (Space)"]'

const controls = 'a[href], button, input, select, textarea, summary, [role="button"]'

/**
 * Every control can be focused by keyboard (WCAG 2.1.1). React listens at the root of the document, so that clickable elements are
 * found by the properties it stores at each element.
 */
export async function expectReachable(page: Page): Promise<void> {
  const { rendered, pressable, buttons, unreachable } = await page.evaluate(
    ([walked, known]) => {
      const propsOf = (each: Element): Readonly<Record<string, unknown>> => {
        const key = Object.keys(each).find((name) => name.startsWith('__reactProps$'))
        return key === undefined ? {} : Object(Reflect.get(each, key))
      }
      const answersPress = (each: Element): boolean => {
        const { onClick, onPointerDown } = propsOf(each)
        return [onClick, onPointerDown].some((handler) => typeof handler === 'function')
      }
      // A click on a label goes to its control, which is checked itself.
      const isLabel = ({ id, tagName }: Element): boolean =>
        tagName === 'LABEL' ||
        (id !== '' && document.querySelector(`[aria-labelledby~="${CSS.escape(id)}"]`) !== null)
      const elements = [...document.querySelectorAll<HTMLElement>('body *')]
      const answering = elements.filter(answersPress)
      const checked = elements.filter(
        (each) => each.matches(known) || (answering.includes(each) && !isLabel(each)),
      )
      return {
        rendered: elements.filter((each) => Object.keys(propsOf(each)).length > 0).length,
        pressable: answering.length,
        buttons: document.querySelectorAll('button').length,
        unreachable: checked
          .filter((each) => each.checkVisibility() && !each.matches(':disabled') && each.tabIndex < 0)
          .filter((each) => !each.closest(walked))
          .map(({ outerHTML }) => outerHTML.slice(0, 200)),
      }
    },
    [walkedByKeys, controls] as const,
  )
  expect(rendered, 'elements with properties of React').toBeGreaterThan(0)
  // A page with links only has no handler.
  if (buttons > 0) expect(pressable, 'elements that answer a press').toBeGreaterThan(0)
  expect(unreachable, 'out of reach of the keyboard').toEqual([])
}

export async function expectUncovered(page: Page): Promise<void> {
  const covered = await page.evaluate(() => {
    const isOver = (each: Element): boolean => {
      const { x, y, width, height } = each.getBoundingClientRect()
      const top = document.elementFromPoint(x + width / 2, y + height / 2)
      return top?.closest('main') === null && top.closest('[role="status"]') !== null
    }
    return [...document.querySelectorAll('main button, main a')]
      .filter(isOver)
      .map(({ outerHTML }) => outerHTML)
  })
  expect(covered).toEqual([])
}

/** No scrolling in two dimensions (WCAG 1.4.10), and no container that cuts off content. */
async function expectNoOverflow(page: Page, width: number): Promise<void> {
  const tooWide = await page.evaluate(() => {
    const isCutOff = (each: Element): boolean => {
      const { overflowX, textOverflow } = getComputedStyle(each)
      // Elements for screen readers only have a size of one pixel.
      const isForEyes = each.clientWidth > 1
      return ['hidden', 'clip'].includes(overflowX) && textOverflow !== 'ellipsis' && isForEyes
    }
    return [document.documentElement, ...document.querySelectorAll('body *')]
      .filter((each) => each.scrollWidth > each.clientWidth)
      .filter((each) => each === document.documentElement || isCutOff(each))
      .map((each) => `${each.scrollWidth} in ${each.clientWidth}: ${each.outerHTML.slice(0, 200)}`)
  })
  expect(tooWide, `overflow at ${width}`).toEqual([])
  expect(await cellsWithHiddenLines(page), `hidden lines at ${width}`).toEqual([])
}

/** A cell of one line shows an ellipsis for a long line, and nothing for further lines. */
const cellsWithHiddenLines = (page: Page): Promise<string[]> =>
  page.evaluate(() =>
    [...document.querySelectorAll('.one-line')]
      .filter((each) => each.clientHeight > 0 && each.scrollHeight > each.clientHeight + 2)
      .map((each) => `${each.scrollHeight} in ${each.clientHeight}: ${each.outerHTML.slice(0, 200)}`),
  )
