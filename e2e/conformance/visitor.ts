import type { Page } from 'playwright'
import { type Credentials, signInAt } from '../support/sign-in.ts'

/** Limit of pages: sign-in, consent, sign-out and their redirects. */
const mostPages = 8

export interface Visit {
  readonly suite: string
  readonly user: Credentials
  /** `declines` cancels the sign-in; `leaves` opens the first page and does nothing there. */
  readonly conduct: 'signs in' | 'declines' | 'leaves'
}

const picture = async (page: Page): Promise<string> =>
  `data:image/png;base64,${(await page.screenshot()).toString('base64')}`

/**
 * Submits the form.
 * @returns false for a page without one
 */
async function answer(page: Page, { user, conduct }: Visit): Promise<boolean> {
  const decline = page.locator('button[name="abort"]')
  if (conduct === 'declines' && (await decline.count()) > 0) {
    await decline.first().click()
    return true
  }
  if ((await page.locator('input[name="password"]').count()) > 0) {
    await signInAt(page, user)
    return true
  }
  for (const name of ['decline', 'logout', 'submit']) {
    const button = page.locator(`button[name="${name}"]`)
    if ((await button.count()) === 0) continue
    await button.first().click()
    return true
  }
  return false
}

export interface Visited {
  /** Last page of Signet, as a data URL; undefined when it showed none. */
  readonly shown: string | undefined
  /** The module can only continue with the picture. */
  readonly isAtSignet: boolean
}

/** Follows an address to the suite or to a page without a form. */
export async function visit(page: Page, address: string, options: Visit): Promise<Visited> {
  await page.goto(address, { waitUntil: 'load' })
  let shown: string | undefined
  for (let pages = 0; pages < mostPages; pages += 1) {
    if (page.url().startsWith(options.suite)) {
      await page.waitForLoadState('networkidle')
      return { shown, isAtSignet: false }
    }
    shown = await picture(page)
    const before = page.url()
    if (options.conduct === 'leaves' || !(await answer(page, options))) return { shown, isAtSignet: true }
    await page.waitForURL((url) => url.href !== before, { waitUntil: 'load' }).catch(() => undefined)
  }
  throw new Error(`The visit did not end: ${page.url()}`)
}
