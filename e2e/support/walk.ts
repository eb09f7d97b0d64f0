import type { Page } from 'playwright/test'
import { addressOf } from './arrange.ts'
import { expect } from './fixtures.ts'
import type { World } from './world.ts'

/** Parameters of objects that only an agent or a defect creates. */
const notArranged = /\$(?:approvalId|revealId|faultId|entryId)/

export async function pagesOf(page: Page, world: World): Promise<{ path: string; address: string }[]> {
  const response = await page.request.get('/admin/places.json')
  const places: Record<string, string> = await response.json()
  const paths = [...new Set(Object.values(places))].filter((path) => !notArranged.test(path))
  return paths.map((path) => {
    const address = addressOf(path, world.arranged)
    if (address === null) throw new Error(`No object is arranged for the page ${path}.`)
    return { path, address }
  })
}

/** Navigates within the console, like a link. */
export async function visit(page: Page, address: string): Promise<void> {
  await page.evaluate((to) => history.pushState(null, '', to), address)
  await page.waitForFunction(
    (to) =>
      location.pathname === new URL(to, location.origin).pathname &&
      document.querySelector('h1') !== null &&
      document.querySelector('main [role="status"][aria-label]') === null &&
      document.querySelector('[aria-busy="true"]') === null,
    address,
  )
  const text = await page.evaluate(() => {
    const main = document.querySelector('main')?.cloneNode(true) as HTMLElement
    // Code samples may contain `undefined`.
    for (const code of main.querySelectorAll('pre, code')) code.remove()
    return main.textContent ?? ''
  })
  // A placeholder has single braces; the variables of a mail, which the page shows, have double ones.
  expect(text).not.toMatch(/Something went wrong|undefined|(?<!\{)\{\w+\}(?!\})/)
}
