import { expect, test } from './support/fixtures.ts'
import { addAxe, expectAccessible } from './support/page-checks.ts'
import { pagesOf, visit } from './support/walk.ts'

/** Other browsers see English. */
const headings: Readonly<Record<string, string>> = {
  'walk-ru': 'Проекты',
  'walk-zh': '项目',
  'walk-de': 'Projekte',
}

test('every page of the console renders without an error, and is accessible', async ({ page, world }, {
  project,
}) => {
  test.setTimeout(300_000)
  const pages = await pagesOf(page, world)
  await addAxe(page)
  await page.goto('/admin/projects')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(headings[project.name] ?? 'Projects')
  expect(await page.evaluate(() => getComputedStyle(document.body).direction)).toBe('ltr')

  for (const { path, address } of pages) {
    await test.step(path, async () => {
      await visit(page, `/admin${address}`)
      if (project.name === 'walk-en') await expectAccessible(page, 'light', 1280)
    })
  }
})
