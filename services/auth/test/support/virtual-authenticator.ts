import type { Browser, Page } from 'playwright-core'
import { redirectUri } from './harness.ts'

/** The authenticator is in the device of the browser, and verifies its user. */
export async function openWithAuthenticator(browser: Browser, locale: string) {
  const context = await browser.newContext({ locale })
  const page = await context.newPage()
  const devtools = await context.newCDPSession(page)
  await devtools.send('WebAuthn.enable', { enableUI: false })
  const { authenticatorId } = await devtools.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
      defaultBackupEligibility: true,
      defaultBackupState: true,
    },
  })
  /** Switches answers without an act of the user on or off; the list of the name field requires an act. */
  const answers = (enabled: boolean) =>
    devtools.send('WebAuthn.setAutomaticPresenceSimulation', { authenticatorId, enabled })
  return { context, page, answers }
}

/**
 * A passkey of the name field's list can leave its page before the page has loaded.
 * @returns a function that waits until the browser requests the application, and returns the address
 */
export async function openAuthorization(page: Page, url: URL): Promise<() => Promise<URL>> {
  const arrival = page.waitForRequest((request) => request.url().startsWith(redirectUri), { timeout: 60_000 })
  arrival.catch(() => undefined)
  await page.goto(url.href).catch((error: unknown) => {
    if (!String(error).includes('is interrupted by another navigation')) throw error
  })
  return async () => {
    const arrived = new URL((await arrival).url())
    await leaveApplication(page)
    return arrived
  }
}

/** The application does not respond: the navigation would interrupt the next one of the test. */
async function leaveApplication(page: Page): Promise<void> {
  for (let tries = 1; ; tries += 1)
    try {
      await page.goto('about:blank')
      return
    } catch (error) {
      if (tries === 50) throw error
      await page.waitForTimeout(100)
    }
}
