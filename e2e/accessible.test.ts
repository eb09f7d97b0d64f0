import { test } from './support/fixtures.ts'
import { addAxe, expectAccessible, expectReachable } from './support/page-checks.ts'
import { pagesOf, visit } from './support/walk.ts'

test('every page of the console is accessible in dark colors, in narrow windows and by keyboard', async ({
  page,
  world,
}) => {
  test.setTimeout(300_000)
  const pages = await pagesOf(page, world)
  await addAxe(page)
  await page.goto('/admin/projects')
  for (const { path, address } of pages)
    await test.step(path, async () => {
      await visit(page, `/admin${address}`)
      await expectReachable(page)
      await expectAccessible(page, 'light', 390)
      await expectAccessible(page, 'dark', 320)
    })
})
