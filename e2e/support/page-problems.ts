import type { Page } from 'playwright/test'

/** Collects any error of a script, of the Content-Security-Policy or of React; a journey fails on each. */
export function collectProblems(page: Page, problems: string[]): void {
  page.on('pageerror', (error) => problems.push(error.message))
  page.on('console', (message) => {
    if (message.type() === 'error' && !/Failed to load resource|net::ERR/.test(message.text()))
      problems.push(message.text())
  })
}
