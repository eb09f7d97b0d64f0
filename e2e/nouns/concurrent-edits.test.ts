import { expect, test } from '../support/fixtures.ts'

interface Named {
  readonly name: string
  readonly displayName?: string | null
}

test('the second of two editors of one field sees the value of the first and chooses', async ({
  page,
  api,
}) => {
  const { id } = await api.post<{ id: string }>('/teams', { name: 'Edited by two' })
  const nameNow = async () => (await api.get<Named>(`/teams/${id}`)).name
  await page.goto(`/admin/teams/${id}?tab=settings`)
  await page.getByRole('textbox', { name: 'Name of the team' }).fill('By the second')
  await api.patch(`/teams/${id}`, { name: 'By the first' })
  const save = page.getByRole('button', { name: 'Save', exact: true })
  await save.click()
  const notice = page.getByRole('status').filter({ hasText: 'changed in the meantime' })
  await expect(notice).toContainText('By the first')
  expect(await nameNow()).toBe('By the first')
  await save.click()
  await expect(notice).toHaveCount(0)
  await expect.poll(nameNow).toBe('By the second')
})

test('edits of two fields of one object by two editors are both stored, without a question', async ({
  page,
  api,
  world,
}) => {
  const { teamId } = await api.get<{ teamId: string }>(`/projects/${world.arranged.projectId}`)
  const { id } = await api.post<{ id: string }>('/projects', {
    name: 'Two fields',
    slug: 'two-fields',
    teamId,
  })
  await page.goto(`/admin/projects/${id}/settings`)
  const form = page
    .getByRole('form')
    .filter({ has: page.getByLabel('Name', { exact: true }) })
    .first()
  await form.getByLabel('Name', { exact: true }).fill('Renamed')
  await api.patch(`/projects/${id}`, { displayName: 'Shown name' })
  await form.getByRole('button', { name: /^Save/ }).click()
  await expect
    .poll(() => api.get<Named>(`/projects/${id}`))
    .toMatchObject({ name: 'Renamed', displayName: 'Shown name' })
  await expect(page.getByText('changed in the meantime')).toHaveCount(0)
})
