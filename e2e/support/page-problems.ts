import type { Page } from 'playwright/test'

/** Collects errors of scripts, of the Content-Security-Policy and of React; a journey fails for any of them. */
export function collectProblems(page: Page, problems: string[]): void {
  page.on('pageerror', (error) => problems.push(error.message))
  page.on('console', (message) => {
    if (message.type() === 'error' && !/Failed to load resource|net::ERR/.test(message.text()))
      problems.push(message.text())
  })
}
