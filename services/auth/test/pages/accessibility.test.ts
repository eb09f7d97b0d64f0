import { escapeHtml, html } from '@signet/http'
import { type Locale, locales } from '@signet/i18n'
import { runsAllCases, someOf } from '@signet/testkit'
import axe, { type AxeResults, type RunOnly } from 'axe-core'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { fontAt } from '../../src/pages/shared/fonts.ts'
import { stylesheetAt } from '../../src/pages/shared/stylesheet.ts'
import { launchChromium } from '../support/chromium.ts'
import { gallery } from '../support/gallery.ts'

let browser: Browser
beforeAll(async () => {
  browser = await launchChromium()
})
afterAll(() => browser?.close())

/** `npm run test:slow` shows every language; German has long words. Arabic has a test of its own. */
const shownLocales = runsAllCases ? locales.filter((locale) => locale !== 'ar') : (['de'] as const)

const shownPages = (locale: Locale): ReturnType<typeof gallery> =>
  Object.fromEntries(someOf(Object.entries(gallery(locale))))

const origin = 'http://pages.test'

const allRules: RunOnly = { type: 'tag', values: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'] }
/** Rules whose result depends on the colors. */
const colorRules: RunOnly = { type: 'rule', values: ['color-contrast', 'link-in-text-block'] }

/** Shows one document after another, with the stylesheet, the fonts and no other request. */
async function openWindow() {
  const context = await browser.newContext({ viewport: { width: 1024, height: 800 } })
  let shown = ''
  await context.route('**/*', (route) => {
    const { pathname, origin: target } = new URL(route.request().url())
    // The status 204 keeps the browser on a page that redirects by itself.
    if (target !== origin) return route.fulfill({ status: 204 })
    const font = fontAt(pathname)
    if (font) return route.fulfill({ contentType: 'font/woff2', body: font })
    const styles = stylesheetAt(pathname)
    if (styles !== undefined) return route.fulfill({ contentType: 'text/css', body: styles })
    return route.fulfill({ contentType: 'text/html; charset=utf-8', body: shown })
  })
  const page = await context.newPage()
  const open = async (text: string) => {
    shown = text
    await page.goto(origin)
  }
  return { context, page, open }
}

/**
 * Shows all pages in frames of one document, which is faster than one document for each page.
 * @param checks expressions for the window of a page, by the name of the rule, with the width of the window
 * @returns the names of the pages whose window fulfils an expression
 */
async function framesWhere(
  checks: readonly (readonly [rule: string, width: number, isWrong: string])[],
  pages: ReturnType<typeof gallery>,
): Promise<string[]> {
  const { context, page, open } = await openWindow()
  const names = Object.keys(pages)
  const frames = Object.values(pages).map(
    ({ text }) => `<iframe width="320" height="800" srcdoc="${escapeHtml(text)}"></iframe>`,
  )
  await open(`<!doctype html>${frames.join('')}`)
  const found: string[] = []
  for (const [rule, width, isWrong] of checks) {
    const wrong = await page.evaluate<boolean[]>(
      `[...document.querySelectorAll('iframe')].map((frame) => {
        frame.width = ${width}
        return (({ document, getComputedStyle, innerWidth }) => ${isWrong})(frame.contentWindow)
      })`,
    )
    expect(wrong).toHaveLength(names.length)
    found.push(...names.filter((_name, index) => wrong[index]).map((name) => `${name}: ${rule}`))
  }
  await context.close()
  return found
}

/** Keeps the loaded script of axe. */
async function replace(page: Page, text: string): Promise<void> {
  await page.setContent(text)
  // Loading axe is the slowest step; a page that redirects by itself loses it.
  if (!(await page.evaluate('"axe" in globalThis'))) await page.evaluate(axe.source)
}

async function violations(page: Page, runOnly: RunOnly): Promise<string[]> {
  const { violations: found } = await page.evaluate<AxeResults, RunOnly>(
    (rules) => (globalThis as unknown as { axe: typeof axe }).axe.run({ runOnly: rules }),
    runOnly,
  )
  return found.flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html}`))
}

it('no page breaks a rule of WCAG 2.2 A or AA, in light and in dark colors', async () => {
  const { context, page, open } = await openWindow()
  await open('<!doctype html>')
  const found: Record<string, string[]> = {}
  for (const [name, { text }] of Object.entries(shownPages('en'))) {
    await replace(page, text)
    for (const [colorScheme, rules] of [
      ['light', allRules],
      ['dark', colorRules],
    ] as const) {
      await page.emulateMedia({ colorScheme })
      const broken = await violations(page, rules)
      if (broken.length) found[`${name}, ${colorScheme}`] = broken
    }
  }
  await context.close()
  expect(found).toEqual({})
}, 120_000)

const isWide = 'document.documentElement.scrollWidth > innerWidth'

const isLeftToRight = `['main', '.shown-code'].map((part) => document.querySelector(part))
  .map((part) => part ? getComputedStyle(part).direction : 'ltr').join() !== 'rtl,ltr'`

const isClose = `[...document.querySelectorAll('button + button:not(.show)')].some((button) => {
  const [former, own] = [button.previousElementSibling, button].map((one) => one.getBoundingClientRect())
  return Math.max(own.left - former.right, own.top - former.bottom) < 12
})`

it.each(shownLocales)('no page in %s is wider than a window of 320 pixels (WCAG 1.4.10)', async (locale) => {
  expect(await framesWhere([['wide', 320, isWide]], shownPages(locale))).toEqual([])
})

it('Arabic pages are laid out from right to left with codes from left to right, and none is wider than 320 pixels', async () => {
  const checks = [
    ['wide', 320, isWide],
    ['direction', 320, isLeftToRight],
  ] as const
  expect(await framesWhere(checks, shownPages('ar'))).toEqual([])
})

it('no page is wider than a phone of 390 pixels, and neighboring buttons have a gap of 12 pixels', async () => {
  const checks = [
    ['wide', 390, isWide],
    ['close buttons', 700, isClose],
  ] as const
  expect(await framesWhere(checks, gallery('en'))).toEqual([])
})

it('every notice has a tint and a sign and no border like an input field', async () => {
  const isLikeInput = `[...document.querySelectorAll('.notice, .problem')].some((notice) => {
    const { backgroundColor, borderTopWidth } = getComputedStyle(notice)
    const sign = getComputedStyle(notice, '::before')
    const { backgroundColor: card } = getComputedStyle(notice.closest('.panel, .card'))
    return backgroundColor === card || borderTopWidth !== '0px' || !/[!i✓]/.test(sign.content) || sign.backgroundColor === backgroundColor
  })`
  expect(await framesWhere([['notice', 390, isLikeInput]], gallery('en'))).toEqual([])
})

it('the label of every button is at the vertical center of its button', async () => {
  const isOff = `[...document.querySelectorAll('button, a.way')].some((button) => {
    const shown = document.createRange()
    shown.selectNodeContents(button)
    const [own, label] = [button, shown].map((one) => one.getBoundingClientRect())
    return Math.abs(own.top + own.bottom - label.top - label.bottom) > 4
  })`
  const pages = gallery('en')
  const checks = [320, 700].map((width) => ['label', width, isOff] as const)
  expect(await framesWhere(checks, pages)).toEqual([])
})

it('a field for a code shows all characters of a complete code', async () => {
  const isCut = `[...document.querySelectorAll('input.code')].some((field) => {
    const { length } = field.placeholder
    field.value = '0'.repeat(field.matches('.eight') ? 8 : field.matches('.slots') ? 6 : length || 14)
    return field.scrollWidth > field.clientWidth
  })`
  const checks = [320, 700].map((width) => ['cut', width, isCut] as const)
  const withCode = Object.entries(gallery('en')).filter(([, { text }]) => /<input[^>]*class="code/.test(text))
  expect(withCode).not.toEqual([])
  expect(await framesWhere(checks, Object.fromEntries(withCode))).toEqual([])
})

it('no date of the account page is covered by a button', async () => {
  const isCovered = `[...document.querySelectorAll('.fact time')].some((time) => {
    const { bottom, right, top } = time.getBoundingClientRect()
    const row = time.closest('.fact')
    const act = row.querySelector('form')?.getBoundingClientRect()
    return right > row.getBoundingClientRect().right || (act && act.bottom > top && act.top < bottom && act.left < right)
  })`
  const { account = html``, 'account-failures': failures = html`` } = gallery('de')
  const checks = [
    ['covered', 720, isCovered],
    ['covered', 960, isCovered],
  ] as const
  expect(await framesWhere(checks, { account, failures })).toEqual([])
})

it('a page that is wider than its window is found', async () => {
  const pages = { wide: { text: '<p style="width: 330px">Text' }, narrow: { text: '<p>Text' } }
  expect(
    await framesWhere(
      [
        ['wide', 320, isWide],
        ['wide', 340, isWide],
      ],
      pages,
    ),
  ).toEqual(['wide: wide'])
})
