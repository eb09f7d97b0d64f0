import type { Page } from 'playwright/test'

interface Look {
  readonly colorScheme: 'light' | 'dark'
  readonly width: number
  readonly height: number
}

/**
 * Color transitions are finished instead of awaited, because some transitions of a resized page never end. Finishing a transition of an
 * inherited color starts others in its children.
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
