import { readFileSync } from 'node:fs'
import { expect, test } from '../support/fixtures.ts'

const newProject = async (api: { post<T>(path: string, body: unknown): Promise<T> }, name: string) =>
  (await api.post<{ id: string }>('/projects', { name: `${name} ${Date.now()}` })).id

test('a project file is downloaded, planned as a difference, and applied after a change of the project with the new plan', async ({
  page,
  api,
}) => {
  const id = await newProject(api, 'File')
  const project = `/projects/${id}`
  await page.goto(`/admin${project}/settings`)
  await page.getByRole('link', { name: 'Project file' }).click()
  await page.getByRole('heading', { name: 'Project file', level: 1 }).waitFor()

  const saving = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Download signet.yaml' }).click()
  const download = await saving
  expect(download.suggestedFilename()).toBe('signet.yaml')
  const present = readFileSync(await download.path(), 'utf8')
  expect(present).toContain('version: 1\nproject:\n')

  const content = page.getByLabel('Content (YAML or JSON)')
  const plan = () => page.getByRole('button', { name: 'Show plan' }).click()
  await content.fill('version: [1')
  await plan()
  await page.getByText('The file cannot be read:').waitFor()
  await content.fill('version: 1\nprojekt: {}\n')
  await plan()
  await page.getByText('projekt').nth(1).waitFor()

  await page.getByLabel('File', { exact: true }).setInputFiles({
    name: 'signet.yaml',
    mimeType: 'application/yaml',
    buffer: Buffer.from(present),
  })
  await expect(content).toHaveValue(present)
  await plan()
  await page.getByText('The project already matches the file.').waitFor()

  await content.fill(
    'version: 1\nproject:\n  displayName: Shop\n  registrationOpen: true\ngroups:\n  engineering: {}\n',
  )
  await plan()
  await page.getByText('1 to create, 1 to change, 0 to delete').waitFor()
  const changes = page.getByRole('region', { name: 'Plan' })
  await changes.getByRole('heading', { name: 'Groups' }).waitFor()
  await changes.getByText('Creates or changes a sign-in method').waitFor()

  await api.patch(project, { displayName: 'Bazaar' })
  await page.getByRole('button', { name: 'Apply 2 changes' }).click()
  await page.getByText('The project changed after the plan. Review the new plan.').waitFor()
  await changes.getByText('Bazaar').waitFor()
  await page.getByRole('button', { name: 'Apply 2 changes' }).click()
  await page.getByText('The file was applied.').waitFor()
  expect(await api.get(project)).toMatchObject({ displayName: 'Shop', registrationOpen: true })
})

test('the secrets that a project file names by a source are entered in the page, and are not shown in the plan', async ({
  page,
  api,
}) => {
  const id = await newProject(api, 'Secrets')
  await page.goto(`/admin/projects/${id}/file`)
  await page
    .getByLabel('Content (YAML or JSON)')
    .fill(
      'version: 1\nproviders:\n  google:\n    catalogueId: google\n    clientId: g.example\n    clientSecret: { secretFrom: env:GOOGLE_SECRET }\n',
    )
  const plan = page.getByRole('button', { name: 'Show plan' })
  await plan.click()
  await page.getByText('env:GOOGLE_SECRET').nth(1).waitFor()
  await page.getByLabel('providers/google/clientSecret').fill('first-secret-of-google')
  await plan.click()
  await page.getByText('1 to create, 0 to change, 0 to delete').waitFor()
  await expect(page.getByRole('region', { name: 'Plan' })).not.toContainText('first-secret-of-google')
  await page.getByRole('button', { name: 'Apply 1 change' }).click()
  await page.getByText('The file was applied.').waitFor()
  expect(await api.get(`/projects/${id}/file`)).toMatchObject({
    file: { providers: { google: { clientId: 'g.example' } } },
  })
})

test('a migration hook is set after a question, tested with its reason, and removed', async ({
  page,
  api,
}) => {
  const id = await newProject(api, 'Migration')
  await page.goto(`/admin/projects/${id}/users/transfer`)
  const address = page.getByLabel('Address of the other system')
  await expect(page.getByRole('button', { name: 'Set address' })).toHaveAttribute('aria-disabled', 'true')
  await address.fill('https://old.invalid/signet')
  await page.getByRole('button', { name: 'Set address' }).click()
  const question = page.getByRole('alertdialog')
  await question.getByText('The name and the password of a user without an account are sent').waitFor()
  await question.getByRole('button', { name: 'Set address' }).click()
  await page.getByText('The address was set.').waitFor()
  await page.getByRole('button', { name: 'Test', exact: true }).click()
  await page.getByText('The test failed').waitFor()
  await page.getByText('The address sent no response').waitFor()
  await page.getByRole('button', { name: 'Remove', exact: true }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Remove', exact: true }).click()
  await page.getByText('The address was removed.').waitFor()
  expect(await api.get(`/projects/${id}/migration-hook`)).toMatchObject({ url: null })
  await expect(address).toHaveValue('')
})
