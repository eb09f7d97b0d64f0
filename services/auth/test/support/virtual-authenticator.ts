import type { Browser } from 'playwright-core'

/** Opens a browser with an authenticator in its device, which verifies its user. */
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
