import type { Page } from 'playwright/test'

interface Look {
  readonly colorScheme: 'light' | 'dark'
  readonly width: number
  readonly height: number
}

/**
 * Shows the page in other colors and another width, with every color at its end. Transitions are brought there and not
 * waited for: some of a page that is resized meanwhile never report it. One of an inherited color begins others beneath it.
 */
export async function showAs(page: Page, { colorScheme, width, height }: Look): Promise<void> {
  await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
  await page.setViewportSize({ width, height })
  await page.evaluate(() => {
    const underWay = () =>
      document
        .getAnimations()
        .filter((each) => each instanceof CSSTransition && each.playState !== 'finished')
    for (let left = underWay(); left.length > 0; left = underWay()) for (const each of left) each.finish()
  })
}
