import type { Locator } from 'playwright/test'

export interface Clicks {
  click(locator: Locator): Promise<void>
  readonly clicks: number
}

/** Typing is not counted: the Tab key reaches each field. */
export function counter(): Clicks {
  let clicks = 0
  return {
    async click(locator) {
      clicks += 1
      await locator.click()
    },
    get clicks() {
      return clicks
    },
  }
}
