import { expect, test } from '../support/fixtures.ts'

interface Labelled {
  readonly labels?: Readonly<Record<string, string>>
  readonly managedByTool?: string
}

test('labels and the tool of an application are edited in a dialog, which names a line without a key', async ({
  page,
  api,
  world,
}) => {
  const { projectId } = world.arranged
  const { clientId } = await api.post<{ clientId: string }>(`/projects/${projectId}/clients`, {
    clientName: 'Labelled',
    grantTypes: ['client_credentials'],
    tokenEndpointAuthMethod: 'client_secret_basic',
  })
  const read = () => api.get<Labelled>(`/projects/${projectId}/clients/${clientId}`)
  await page.goto(`/admin/projects/${projectId}/applications/${clientId}`)
  await page.getByRole('button', { name: 'Edit labels' }).click()
  const dialog = page.getByRole('dialog', { name: 'Labels' })
  const labels = dialog.getByRole('textbox', { name: 'Labels' })
  await labels.fill('environment')
  await dialog.getByLabel('Managed by').fill('terraform')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(dialog.getByText('Write each line as key=value')).toBeVisible()
  await labels.fill('environment=production\nacme.example/team=shop')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(dialog).toHaveCount(0)
  expect(await read()).toMatchObject({
    labels: { environment: 'production', 'acme.example/team': 'shop' },
    managedByTool: 'terraform',
  })
  await expect(page.getByText('Managed by terraform')).toBeVisible()
  await expect(page.getByRole('list', { name: 'Labels' }).getByRole('listitem')).toHaveText([
    'acme.example/team=shop',
    'environment=production',
  ])
})

test('a label with an invalid key is refused at its field, and nothing is stored', async ({ page, api }) => {
  const { id } = await api.post<{ id: string }>('/teams', { name: 'Labelled team' })
  await page.goto(`/admin/teams/${id}`)
  await page.getByRole('button', { name: 'Edit labels' }).click()
  const dialog = page.getByRole('dialog', { name: 'Labels' })
  await dialog.getByRole('textbox', { name: 'Labels' }).fill('Environment=production')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(dialog.getByText('must begin with a-z or 0-9')).toBeVisible()
  expect((await api.get<Labelled>(`/teams/${id}`)).labels).toBeUndefined()
})

test('the settings and a confirmation of an object that a tool manages announce that the tool may overwrite a change', async ({
  page,
  api,
}) => {
  const team = { name: 'By a tool', managedByTool: 'terraform' }
  const { id } = await api.post<{ id: string }>('/teams', team)
  const notice = page
    .getByRole('status')
    .filter({ hasText: 'Changes here may be overwritten by its next run.' })
  await page.goto(`/admin/teams/${id}?tab=settings`)
  const name = page.getByRole('textbox', { name: 'Name of the team' })
  await expect(name).toHaveValue(team.name)
  await expect(notice).toContainText('Managed by terraform')
  await name.fill('Renamed')
  await expect(page.getByText('1 field changed')).toBeVisible()
  await page.getByRole('button', { name: 'Discard' }).click()
  await expect(name).toHaveValue(team.name)
  await page.getByRole('button', { name: /^Delete/ }).click()
  await expect(
    page.getByRole('alertdialog').getByText('Its next run may create the object again'),
  ).toBeVisible()
})
