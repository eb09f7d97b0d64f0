import type { Browser, Page } from 'playwright'
import { type Credentials, signInAt } from '../../support/sign-in.ts'
import type { Example } from './example.ts'

export interface Walk {
  readonly browser: Browser
  readonly issuer: string
  readonly origin: string
  readonly start: string
  readonly user: Credentials
}

export const userClaims = { given_name: 'Grace', family_name: 'Hopper', name: 'Grace Hopper' }

const signInName = /sign in|log in/i
const signetName = 'Sign in with Signet'
const signOutName = /sign out|log out/i

const control = (page: Page, name: RegExp | string) =>
  page.getByRole('link', { name }).or(page.getByRole('button', { name })).first()

/** Presses the link or button of each page. A library may have a page of its own before the page of Signet. */
async function pressUntil(page: Page, name: RegExp, isDone: () => Promise<boolean>): Promise<void> {
  const latest = Date.now() + 20_000
  let pressedAt = ''
  while (Date.now() < latest) {
    if (await isDone()) return
    const next = (await control(page, signetName).isVisible())
      ? control(page, signetName)
      : control(page, name)
    if (page.url() !== pressedAt && (await next.isVisible())) {
      pressedAt = page.url()
      await next.click()
    }
    await page.waitForTimeout(100)
  }
  throw new Error(`The page does not continue by ${name}.`)
}

const isAtSignIn = (page: Page) => page.locator('input[name="login"]').isVisible()

async function reachSignIn(page: Page, { start }: Walk): Promise<void> {
  await page.goto(start)
  await pressUntil(page, signInName, () => isAtSignIn(page))
}

async function passSignIn(page: Page, user: Credentials): Promise<void> {
  await signInAt(page, user)
  await page.getByRole('button', { name: 'Allow', exact: true }).click()
}

const signOut = (page: Page, { origin }: Walk): Promise<void> =>
  pressUntil(
    page,
    signOutName,
    async () => page.url().startsWith(origin) && (await control(page, signInName).isVisible()),
  )

/** Address and text, for the reason of a failure. */
async function textOf(page: Page): Promise<string> {
  const text = await page
    .locator('body')
    .textContent()
    .catch(() => null)
  return `${page.url()}: ${text?.slice(0, 600)}`
}

/**
 * Signs a user in, reads the name, refreshes, and signs out.
 * @returns the parts that were carried out
 */
export async function walkInBrowser(walk: Walk, { signOutPath, shows }: Example): Promise<string> {
  const context = await walk.browser.newContext({ locale: 'en-GB' })
  const page = await context.newPage()
  page.setDefaultTimeout(20_000)
  const parts: string[] = [shows]
  try {
    await reachSignIn(page, walk)
    await passSignIn(page, walk.user)
    await page
      .getByText(shows === 'name' ? userClaims.name : walk.user.email)
      .first()
      .waitFor()
    if (await control(page, /refresh/i).isVisible()) {
      await control(page, /refresh/i).click()
      await page.getByText('Refreshed').waitFor()
      await page.goto(walk.start)
      parts.push('refresh')
    }
    if (await control(page, signOutName).isVisible()) {
      await signOut(page, walk)
      parts.push(signOutPath === undefined ? 'own sign-out' : 'sign-out')
    }
    if (signOutPath !== undefined) {
      await reachSignIn(page, walk)
      if (!(await isAtSignIn(page))) throw new Error('The session at Signet did not end.')
    }
    return parts.join(', ')
  } catch (error) {
    throw new Error(`${String(error).slice(0, 600)}\n${await textOf(page)}`)
  } finally {
    await context.close()
  }
}

export async function confirmDevice({ browser, user }: Walk, address: string): Promise<void> {
  const context = await browser.newContext({ locale: 'en-GB' })
  const page = await context.newPage()
  page.setDefaultTimeout(20_000)
  try {
    await page.goto(address)
    const login = page.locator('input[name="login"]')
    const confirm = page.getByRole('button', { name: /continue|confirm/i }).first()
    await login.or(confirm).first().waitFor()
    if (!(await login.isVisible())) await confirm.click()
    await passSignIn(page, user)
    await page.getByRole('heading').first().waitFor()
  } catch (error) {
    throw new Error(`${String(error).slice(0, 600)}\n${await textOf(page)}`)
  } finally {
    await context.close()
  }
}
