import { readFile } from 'node:fs/promises'
import { expect, test } from '../support/fixtures.ts'

test('the filtered audit is saved as CSV with a line per entry', async ({ page, api }) => {
  const { id } = await api.post<{ id: string }>('/teams', { name: 'Audited' })
  await page.goto(`/admin/audit?targetId=${id}`)
  await page.getByText('created team').waitFor()
  const saved = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Export' }).click()
  await page.getByRole('menuitem', { name: 'As CSV' }).click()
  const lines = (await readFile(await (await saved).path(), 'utf8')).trimEnd().split('\r\n')
  expect(lines).toHaveLength(2)
  expect(lines[1]).toContain(`,team.create,Team,${id},`)
})

test('the audit is filtered by chips, names the range of its entries, the side view shows all fields of an entry, and the timeline of the object its changed values', async ({
  page,
  api,
}) => {
  const { id } = await api.post<{ id: string }>('/teams', { name: 'Looked into' })
  for (const name of ['First name', 'Second name', 'Third name']) await api.patch(`/teams/${id}`, { name })
  await page.goto(`/admin/audit?targetId=${id}&actionPrefix=team.`)
  await expect(page.getByRole('rowheader', { name: /^Today, / })).toBeVisible()
  await page.getByText('Entries 1–4 of 4').waitFor()
  await page.getByRole('button', { name: '3 entries' }).click()
  await expect(page.getByRole('link', { name: /changed team/ })).toHaveCount(3)
  await page.getByRole('link', { name: /created team Looked into/ }).click()
  const side = page.getByRole('region', { name: 'Side view' })
  await expect(side.getByRole('link', { name: 'Open' })).toHaveAttribute('href', `/admin/teams/${id}`)
  await expect(side).toContainText('team.create')
  await expect(side).toContainText(id)
  await page.getByRole('button', { name: 'Remove the filter Area' }).click()
  await expect(page).toHaveURL(`/admin/audit?targetId=${id}`)
  await page.goto(`/admin/teams/${id}?tab=timeline`)
  const changed = page.getByRole('button', { name: /changed team/ })
  await expect(changed).toHaveCount(3)
  await expect(changed.first()).toContainText('Name: Second name → Third name')
})

test('a narrow audit shows its search field, and the filters of its address as chips below', async ({
  page,
}) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto('/admin/audit')
  const field = page.getByRole('combobox', { name: 'Filter by actor, target or area' })
  const remove = page.getByRole('button', { name: 'Remove the filter Target' })
  await expect(field).toBeVisible()
  await expect(remove).toBeHidden()
  await page.goto('/admin/audit?targetId=usr_unknown')
  await expect(field).toBeVisible()
  await expect(page.getByText('usr_unknown')).toBeVisible()
  await field.press('Backspace')
  await expect(page).toHaveURL('/admin/audit')
  await expect(remove).toBeHidden()
})

test('labels of the component library are in the chosen language, not in that of the browser', async ({
  page,
}) => {
  await page.addInitScript(() => localStorage.setItem('signet.language', 'de'))
  await page.goto('/admin/audit')
  await page.getByRole('combobox', { name: 'Nach Akteur, Ziel oder Bereich filtern' }).fill('ada@acme')
  await expect(page.getByRole('listbox', { name: 'Empfehlungen' })).toBeVisible()
})

test('the audit is filtered by the name of an object and of an administrator, and the filters are cleared', async ({
  page,
  api,
}) => {
  const { id } = await api.post<{ id: string }>('/teams', { name: 'Picked by name' })
  await page.goto('/admin/audit')
  const field = page.getByRole('combobox', { name: 'Filter by actor, target or area' })
  const chip = (label: string) =>
    page.getByRole('button', { name: `Remove the filter ${label}` }).locator('..')
  await field.fill('Picked by')
  await page.getByRole('option', { name: /Picked by name/ }).click()
  await expect(page).toHaveURL(`/admin/audit?targetId=${id}`)
  await expect(field).toHaveValue('')
  await expect(chip('Target')).toContainText('Picked by name')
  await field.fill('ada@acme')
  await page
    .getByRole('group', { name: 'Actor' })
    .getByRole('option', { name: /ada@acme\.example/ })
    .first()
    .click()
  await expect(page).toHaveURL(/actor=usr_/)
  await expect(chip('Actor')).toContainText('ada@acme.example')
  await page.getByText('created team').waitFor()
  await page.reload()
  await expect(chip('Target')).toContainText('Picked by name')
  await field.pressSequentially('team')
  await field.press('Enter')
  await expect(page).toHaveURL(/actionPrefix=team\./)
  await page.getByRole('button', { name: 'Time Any time' }).click()
  await page.getByRole('button', { name: 'Last 7 days' }).click()
  await expect(page).toHaveURL(/from=\d{4}-\d{2}-\d{2}/)
  await page.getByRole('button', { name: 'Time Last 7 days' }).waitFor()
  await field.fill('usr_unknown')
  const typedTarget = page.getByRole('option', { name: 'usr_unknown Target ID' })
  await expect(async () => {
    await field.press('ArrowDown')
    await expect(typedTarget).toHaveAttribute('data-focused', 'true', { timeout: 200 })
  }).toPass()
  await field.press('Enter')
  await expect(page).toHaveURL(/targetId=usr_unknown/)
  await page.getByRole('button', { name: 'Clear search and filters' }).click()
  await expect(chip('Actor')).toHaveCount(0)
  await expect(page).toHaveURL('/admin/audit')
})
