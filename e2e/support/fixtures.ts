import { test as base, expect, type Page } from 'playwright/test'
import { type AdminApi, adminApi } from './admin-api.ts'
import { collectProblems } from './page-problems.ts'
import { type World, world } from './world.ts'

interface Fixtures {
  readonly world: World
  readonly api: AdminApi
  /** Errors of any page of the test; none may be left at its end. */
  readonly problems: string[]
  /** A page with nobody signed in, in a browser of its own. */
  readonly newVisitor: () => Promise<Page>
}

/** Pages begin signed in as the first administrator. */
export const test = base.extend<Fixtures>({
  // Playwright reads the names of what a fixture needs, so it must name something.
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
