import { test as base, expect, type Page } from 'playwright/test'
import { type AdminApi, adminApi } from './admin-api.ts'
import { collectProblems } from './page-problems.ts'
import { type World, world } from './world.ts'

interface Fixtures {
  readonly world: World
  readonly api: AdminApi
  /** Errors of any page of the test; must be empty at its end. */
  readonly problems: string[]
  /** The page has no session, in a separate browser context. */
  readonly newVisitor: () => Promise<Page>
}

/** Pages have the session of the first administrator. */
export const test = base.extend<Fixtures>({
  // Playwright requires a destructured parameter in a fixture.
  world: async ({ browserName: _ }, use) => use(world()),
  storageState: ({ world: { signedIn } }, use) => use(signedIn),
  baseURL: ({ world: { baseUrl } }, use) => use(baseUrl),
  api: async ({ world: { baseUrl }, context }, use) => use(await adminApi(baseUrl, context)),
  problems: [
    async ({ browserName: _ }, use) => {
      const problems: string[] = []
      await use(problems)
      expect(problems).toEqual([])
    },
    { auto: true },
  ],
  page: async ({ page, problems }, use) => {
    collectProblems(page, problems)
    await use(page)
  },
  newVisitor: async ({ browser, problems }, use) => {
    const pages: Page[] = []
    await use(async () => {
      const context = await browser.newContext({ storageState: { cookies: [], origins: [] } })
      const page = await context.newPage()
      collectProblems(page, problems)
      pages.push(page)
      return page
    })
    for (const page of pages) await page.context().close()
  },
})

export { expect }
