import type { Page } from 'playwright/test'

interface Look {
  readonly colorScheme: 'light' | 'dark'
  readonly width: number
  readonly height: number
}

/** Shows the page in other colors and another width, and waits until no color is between the two schemes any more. */
export async function showAs(page: Page, { colorScheme, width, height }: Look): Promise<void> {
  await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
  await page.setViewportSize({ width, height })
  await page.evaluate(() =>
    Promise.allSettled(
      document
        .getAnimations()
        .filter((each) => each instanceof CSSTransition)
        .map(({ finished }) => finished),
    ),
  )
}
