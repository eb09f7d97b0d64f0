import type { Page } from 'playwright/test'
import { addressOf } from '../support/arrange.ts'
import { expect, test } from '../support/fixtures.ts'
import { addAxe, expectAccessible } from '../support/page-checks.ts'

/** The change is not possible for the arranged objects, or a role other than the super administrator's has it. */
const notPossible = new Set([
  'admin_deactivate',
  'admin_sign_out',
  'admin_super_grant',
  'admin_super_withdraw',
  'admin_totp_clear',
  'agent_client_withdraw',
  'project_purge',
  'project_user_totp_clear',
])

async function search(page: Page, text: string): Promise<void> {
  await page.getByRole('button', { name: 'Go to…' }).click()
  await page.getByPlaceholder('Search, or type a command…').fill(text)
}

test('the address opens the dialog of every change with a sheet, and Escape closes it', async ({
  page,
  world,
}) => {
  test.setTimeout(180_000)
  const read = async (name: string): Promise<Record<string, string>> =>
    (await page.request.get(`/admin/${name}.json`)).json()
  const [places, sheets] = [await read('places'), await read('sheets')]
  const possible = Object.entries(sheets).filter(([name]) => !notPossible.has(name))
  expect(possible.length).toBeGreaterThan(20)
  for (const [name, tab] of possible) {
    const address = addressOf(places[name] ?? '', world.arranged)
    await test.step(name, async () => {
      await page.goto(`/admin${address}?${tab ? `tab=${tab}&` : ''}do=${name}`)
      const dialog = page.locator('[role=dialog], [role=alertdialog]')
      await dialog.waitFor({ timeout: 8000 })
      await page.keyboard.press('Escape')
      await dialog.waitFor({ state: 'detached', timeout: 8000 })
    })
  }
})

test('a command of the palette opens the dialog of the button, and closing it leaves the page', async ({
  page,
  world,
}) => {
  const { projectId, userId } = world.arranged
  await page.goto(`/admin/projects/${projectId}/users/${userId}`)
  await page.getByRole('tab', { name: 'Overview' }).waitFor()
  await page.getByRole('button', { name: 'Go to…' }).click()
  await expect(page.getByRole('menuitem').first()).toHaveAttribute('data-focused', 'true')
  await page.keyboard.press('Escape')
  await search(page, 'lock a user')
  await page.getByRole('menuitem', { name: /^Lock a user/ }).click()
  const dialog = page.getByRole('dialog', { name: 'Lock grace@customer.example?' })
  await dialog.getByLabel('Reason').waitFor()
  expect(new URL(page.url()).searchParams.get('do')).toBe('project_user_lock')
  await page.keyboard.press('Escape')
  await dialog.waitFor({ state: 'detached' })
  expect(new URL(page.url()).searchParams.get('do')).toBeNull()
  expect(new URL(page.url()).pathname).toBe(`/admin/projects/${projectId}/users/${userId}`)
})

test('the palette finds settings, pages of the documents and recently opened objects', async ({
  page,
  world,
}) => {
  const { projectId, userId } = world.arranged
  const user = `/admin/projects/${projectId}/users/${userId}`
  await page.goto(user)
  await page.getByRole('tab', { name: 'Overview' }).waitFor()
  await page.getByRole('link', { name: 'Groups', exact: true }).first().click()
  await search(page, '')
  const recent = page.getByRole('group', { name: 'Recently opened' }).getByRole('menuitem').first()
  await expect(recent).toContainText('User · Acme')
  await recent.click()
  await page.getByRole('tab', { name: 'Overview' }).waitFor()
  expect(new URL(page.url()).pathname).toBe(user)

  await search(page, 'audit')
  await page.getByRole('group', { name: 'Go to' }).getByRole('menuitem', { name: 'Audit' }).waitFor()
  await page.getByPlaceholder('Search, or type a command…').fill('storefront')
  await page.getByRole('menuitem', { name: 'Storefront Application · Acme' }).waitFor()
  await page.getByPlaceholder('Search, or type a command…').fill('directory in ten minutes')
  await page.getByRole('menuitem', { name: "Connect a customer's directory in ten minutes" }).waitFor()
  await page.getByPlaceholder('Search, or type a command…').fill('mcp.enabled')
  await page
    .getByRole('menuitem', { name: /Administration by AI agents/ })
    .first()
    .click()
  await page.getByRole('heading', { name: 'System', level: 1 }).waitFor()
  await expect(page.getByRole('searchbox', { name: 'Search settings' })).toHaveValue('mcp.enabled')
})

test('single keys lead to pages, rows and the search, are listed after ?, and can be turned off', async ({
  page,
  world,
}) => {
  await addAxe(page)
  await page.goto(`/admin/projects/${world.arranged.projectId}`)
  await page.getByRole('heading', { name: 'Acme', level: 1 }).waitFor()
  await page.waitForLoadState('networkidle')
  await page.keyboard.press('g')
  await page.keyboard.press('u')
  await page.getByRole('heading', { name: 'Users', level: 1 }).waitFor()
  await page.locator('main [data-row-link]').first().waitFor()
  await page.keyboard.press('j')
  await expect(page.locator('main [data-row-link]').first()).toBeFocused()
  await page.keyboard.press('/')
  await expect(page.getByRole('searchbox')).toBeFocused()
  await page.keyboard.type('g u ?')
  await expect(page.getByRole('searchbox')).toHaveValue('g u ?')
  await page.locator('h1').click()
  await page.evaluate(() => (document.activeElement as HTMLElement | null)?.blur())

  await page.keyboard.press('?')
  const list = page.getByRole('dialog', { name: 'Keyboard shortcuts' })
  await list.getByText('Next and previous row').waitFor()
  await expectAccessible(page, 'light', 1280)
  await list.getByRole('switch', { name: 'Single keys' }).click({ force: true })
  await page.keyboard.press('Escape')
  await list.waitFor({ state: 'detached' })
  await page.keyboard.press('?')
  await page.keyboard.press('g')
  await page.keyboard.press('h')
  await expect(list).toHaveCount(0)
  await expect(page.getByRole('heading', { name: 'Users', level: 1 })).toBeVisible()
})
