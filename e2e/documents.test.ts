import type { Page } from 'playwright/test'
import { expect, test } from './support/fixtures.ts'
import { addAxe, expectAccessible } from './support/page-checks.ts'

/** One page of each kind, with the widest tables and the longest blocks of code; of the reference also a short page. */
const pages = [
  '/docs/',
  '/docs/tutorial/application/',
  '/docs/stacks/express-openid-client/',
  '/docs/how-to/directories/entra/',
  '/docs/how-to/operation/operating/',
  '/docs/reference/api/audit/',
  '/docs/reference/api/users/',
  '/docs/reference/api/errors/',
  '/docs/reference/instance/configuration/',
  '/docs/reference/protocols/conformance/',
  '/docs/explanation/threats/',
]

/** Bytes on the wire before a page is shown, without fonts, which replace the fonts of the system later. */
const budget = 100 * 1024

const transferred = (page: Page): Promise<number> =>
  page.evaluate(() =>
    [...performance.getEntriesByType('navigation'), ...performance.getEntriesByType('resource')]
      .map((entry) => entry as PerformanceResourceTiming)
      .filter(({ name }) => !/\.(?:woff2?|svg)$/.test(name))
      .reduce((sum, { encodedBodySize }) => sum + encodedBodySize, 0),
  )

for (const path of pages)
  test(`the page ${path} of the documents is accessible, narrow enough and at most 100 KiB`, async ({
    newVisitor,
  }) => {
    const page = await newVisitor()
    await addAxe(page)
    await page.goto(path)
    expect(await transferred(page)).toBeLessThan(budget)
    await expectAccessible(page, 'light', 1280)
    await expectAccessible(page, 'dark', 390)
  })

test('a reader finds a page by its words, and copies it as a prompt for an agent', async ({
  newVisitor,
  world: { baseUrl },
}) => {
  const page = await newVisitor()
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'], { origin: baseUrl })
  await page.goto('/docs/')
  await page.getByRole('button', { name: 'Search' }).click()
  await page.getByRole('searchbox').or(page.getByPlaceholder('Search')).first().fill('oidc-client-ts')
  await page.getByRole('link', { name: 'Browser with oidc-client-ts' }).first().click()
  await page.getByRole('heading', { name: 'Browser with oidc-client-ts', level: 1 }).waitFor()
  await page.getByRole('button', { name: 'Copy as prompt' }).click()
  await expect(page.getByRole('status').filter({ hasText: 'Copied' })).toBeVisible()
  const prompt = await page.evaluate(() => navigator.clipboard.readText())
  expect(prompt).toContain(`Signet instance at ${baseUrl}`)
  expect(prompt).toContain('new UserManager(')
})

test('the type of an error opens its entry in the documents', async ({ page, world: { baseUrl } }) => {
  const response = await page.request.get(`${baseUrl}/admin/api/projects/prj_unknown`)
  const { type, code } = (await response.json()) as { type: string; code: string }
  expect(type).toBe(`${baseUrl}/docs/reference/api/errors/#${code}`)
  await page.goto(type)
  await expect(page.locator(`[id="${code}"]`)).toBeInViewport()
})

test('an agent reads the list of pages and each page as Markdown', async ({ page, world: { baseUrl } }) => {
  const list = await (await page.request.get(`${baseUrl}/llms.txt`)).text()
  const addresses = [...list.matchAll(/\]\((\/docs\/[^)]+\.md)\)/g)].map(([, address = '']) => address)
  expect(addresses.length).toBeGreaterThan(80)
  for (const address of addresses) {
    const response = await page.request.get(`${baseUrl}${address}`)
    expect([address, response.status(), (await response.text()).startsWith('# ')]).toEqual([
      address,
      200,
      true,
    ])
  }
})
