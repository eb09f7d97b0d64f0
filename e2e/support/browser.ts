import { type Browser, chromium, type Page } from 'playwright-core'

/** Flags for running as root in a container, with nothing sent anywhere. */
const flags = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
]

export const openBrowser = (): Promise<Browser> =>
  chromium.launch({ executablePath: process.env.SIGNET_CHROMIUM ?? '/usr/bin/chromium', args: flags })

/** A page that fails the test on any error of a script or of the Content-Security-Policy. */
export async function newPage(browser: Browser, problems: string[], locale = 'en-GB'): Promise<Page> {
  const context = await browser.newContext({ locale, ignoreHTTPSErrors: true })
  const page = await context.newPage()
  page.on('pageerror', (error) => problems.push(error.message))
  page.on('console', (message) => {
    if (message.type() === 'error' && /Content.Security.Policy/i.test(message.text()))
      problems.push(message.text())
  })
  return page
}
