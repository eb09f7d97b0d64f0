import type { Page } from 'playwright/test'

/** Requests, and scripts of a test in the frame of a mail, which executes none. */
const ignored =
  /Failed to load resource|net::ERR|^Blocked script execution in 'about:(blank|srcdoc)' because the document's frame is sandboxed/

/** Errors of scripts, of the Content-Security-Policy and of React; a journey fails for any of them. */
export function collectProblems(page: Page, problems: string[]): void {
  page.on('pageerror', (error) => problems.push(error.message))
  page.on('console', (message) => {
    if (message.type() === 'error' && !ignored.test(message.text())) problems.push(message.text())
  })
}
