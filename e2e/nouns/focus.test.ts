import type { Page } from 'playwright/test'
import { expect, test } from '../support/fixtures.ts'

/** Returns the elements with an outline, except of the clipped inputs of labels. */
const drawnOutlines = (page: Page): Promise<string[]> =>
  page.evaluate(() =>
    Array.from(document.querySelectorAll('body *:not(label input)')).flatMap((each) => {
      const { outlineStyle, outlineWidth } = getComputedStyle(each)
      const { width, height } = each.getBoundingClientRect()
      const isDrawn = outlineStyle !== 'none' && width > 1 && height > 1
      return isDrawn ? [`${outlineWidth} ${each.tagName} ${each.className}`] : []
    }),
  )

/** Returns the durations of all transitions of the page in milliseconds. */
const durations = (page: Page): Promise<number[]> =>
  page.evaluate(() => {
    const texts = Array.from(document.querySelectorAll('body *')).flatMap((each) => {
      const { transitionDuration, animationDuration } = getComputedStyle(each)
      return [...transitionDuration.split(', '), ...animationDuration.split(', ')]
    })
    return [...new Set(texts.map((text) => Number.parseFloat(text) * 1000))].filter(Boolean)
  })

test('each focused control of a form has one ring of 2 pixels, motion takes 120 to 180 ms, or no time when the browser reduces it, and cut tabs fade', async ({
  page,
  world: { arranged },
}) => {
  await page.goto(`/admin/projects/${arranged.projectId}/applications/${arranged.clientId}?tab=settings`)
  await page.getByText('Only these', { exact: true }).click()
  await page.getByRole('checkbox').first().waitFor()
  const rings: string[][] = []
  for (let step = 0; step < 60; step += 1) {
    await page.keyboard.press('Tab')
    rings.push(await drawnOutlines(page))
  }
  expect(rings.filter((each) => each.length === 1).length).toBeGreaterThan(20)
  expect(rings.filter((each) => each.length > 1 || each.some((ring) => !ring.startsWith('2px')))).toEqual([])

  await page.emulateMedia({ reducedMotion: 'no-preference' })
  const inMotion = await durations(page)
  expect(inMotion.length).toBeGreaterThan(0)
  for (const duration of inMotion) expect(duration).toBeGreaterThanOrEqual(120)
  for (const duration of inMotion) expect(duration).toBeLessThanOrEqual(180)
  await page.emulateMedia({ reducedMotion: 'reduce' })
  expect(await durations(page)).toEqual([])

  await page.setViewportSize({ width: 390, height: 800 })
  await expect(page.getByRole('tablist')).toHaveCSS('mask-image', /^linear-gradient/)
})
