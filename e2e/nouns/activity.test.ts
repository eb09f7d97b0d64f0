import { readFile } from 'node:fs/promises'
import { expect, test } from '../support/fixtures.ts'
import { addAxe, expectAccessible } from '../support/page-checks.ts'

interface Overview {
  readonly projects: readonly { readonly id: string; readonly name: string }[]
}

test('the activity has charts, tables without empty rows, and an export of every project', async ({
  page,
  api,
}) => {
  await api.post('/projects', { name: 'Nobody signs in here' })
  // Other journeys create projects while this page is open.
  const overview = await api.get<Overview>('/activity')
  await addAxe(page)
  await page.goto('/admin/activity')
  await page.getByRole('figure', { name: 'Active users by day' }).waitFor()

  const projects = page.getByRole('table', { name: 'By project' })
  await expect(projects.getByText('Nobody signs in here')).toHaveCount(0)
  await expect(page.getByText(/projects? without active users/)).toBeVisible()
  await expectAccessible(page, 'light', 1280)
  await expectAccessible(page, 'dark', 390)

  const saved = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Export as CSV' }).click()
  await page.getByRole('menuitem', { name: 'Projects by month' }).click()
  const [head, ...lines] = (await readFile(await (await saved).path(), 'utf8')).trimEnd().split('\r\n')
  expect(head).toMatch(/^id,name,team,deletedAt,\d{4}-\d{2}/)
  const exported = lines.map((line) => line.split(',')[0])
  expect(exported).toEqual(expect.arrayContaining(overview.projects.map(({ id }) => id)))
  expect(lines.find((line) => line.includes('Nobody signs in here'))).toMatch(/,0$/)
})

test('the activity of a project is compared with the month before and exported by day', async ({
  page,
  api,
  world,
}) => {
  const { projectId } = world.arranged
  await addAxe(page)
  await page.goto(`/admin/projects/${projectId}/activity`)
  await expect(page.getByText('Month before', { exact: true }).first()).toBeVisible()
  await page.getByRole('figure', { name: 'By day' }).waitFor()
  await expectAccessible(page, 'light', 390)
  await expectAccessible(page, 'dark', 1280)

  const { days, name } = await api.get<{ name: string; days: { day: string }[] }>(
    `/projects/${projectId}/activity`,
  )
  const saved = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Export as CSV' }).click()
  await page.getByRole('menuitem', { name: 'Active users by day' }).click()
  const [head, ...lines] = (await readFile(await (await saved).path(), 'utf8')).trimEnd().split('\r\n')
  expect(head).toBe('id,name,day,total,local,upstream,renewal,directoryProvisioned')
  expect(lines.map((line) => line.split(',').slice(0, 3))).toEqual(
    days.map(({ day }) => [projectId, name, day]),
  )
})
