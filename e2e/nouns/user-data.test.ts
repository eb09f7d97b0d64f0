import { readFileSync } from 'node:fs'
import type { Page } from 'playwright/test'
import { expect, test } from '../support/fixtures.ts'

async function savedBy(page: Page, button: string, within = page.locator('body')) {
  const saving = page.waitForEvent('download')
  await within.getByRole('button', { name: button, exact: true }).click()
  const download = await saving
  return { name: download.suggestedFilename(), text: readFileSync(await download.path(), 'utf8') }
}

test('users of a file are checked, imported with a report, exported, and skipped by a repeated import', async ({
  page,
  api,
  world,
}) => {
  const project = `/projects/${world.arranged.projectId}`
  await page.goto(`/admin${project}/users`)
  await page.getByRole('link', { name: 'Import or export' }).click()
  await page.getByRole('heading', { name: 'Import and export', level: 1 }).waitFor()
  const choose = (text: string) =>
    page.getByLabel('File (NDJSON)').setInputFiles({
      name: 'users.ndjson',
      mimeType: 'application/x-ndjson',
      buffer: Buffer.from(text),
    })
  const check = () => page.getByRole('button', { name: 'Check file' }).click()

  await choose('{"email":"first@import.example"}\nnot json\n')
  await check()
  await page.getByText('Line 2 is no JSON object.').waitFor()

  const users = [
    { email: 'first@import.example', subject: 'legacy-1', groups: ['engineering'] },
    { email: 'second@import.example', passwordHash: 'plaintext' },
    { email: 'third@import.example', unknown: true },
  ]
  const file = users.map((user) => JSON.stringify(user)).join('\n')
  await choose(file)
  await check()
  await page.getByText('1 can be imported, 0 exist already, 2 are refused.').waitFor()
  const refused = page.getByRole('table', { name: 'Refused users' })
  await expect(refused.getByRole('row', { name: /second@import.example/ })).toContainText('passwordHash')
  await expect(refused.getByRole('row', { name: /third@import.example/ })).toContainText('unknown')
  await page.getByRole('button', { name: 'Import 1 user' }).click()
  await page.getByText('1 were imported, 0 existed already, 2 were refused.').waitFor()
  const report = await savedBy(page, 'Download report')
  expect(report.text.trimEnd().split('\n')).toHaveLength(3)
  expect(JSON.parse(report.text.split('\n')[0] ?? '')).toMatchObject({
    result: 'created',
    userId: 'legacy-1',
  })

  const exported = await savedBy(page, 'Export')
  expect(exported.name).toBe('users.ndjson')
  expect(exported.text).toContain('"subject":"legacy-1","email":"first@import.example"')
  await choose(file)
  await check()
  await page.getByText('0 can be imported, 1 exist already, 2 are refused.').waitFor()
  await expect(page.getByRole('button', { name: /^Import \d/ })).toHaveCount(0)
  expect(await api.get(`${project}/users/legacy-1`)).toMatchObject({
    groups: [{ displayName: 'engineering' }],
  })
})

test('an export with hashes is refused with the reason when the recipient is invalid', async ({
  page,
  world,
}) => {
  await page.goto(`/admin/projects/${world.arranged.projectId}/users/transfer`)
  await page.getByText('Add password hashes and authenticator seeds').click()
  await page.getByLabel('Recipient (age)').fill('age1x')
  await page.getByRole('button', { name: 'Export', exact: true }).click()
  await page.getByText('recipient must be a recipient of age').waitFor()
})

test('the data of a user is downloaded, and the user is erased with a receipt', async ({
  page,
  api,
  world,
}) => {
  const project = `/projects/${world.arranged.projectId}`
  const email = 'erased@customer.example'
  const { id } = await api.post<{ id: string }>(`${project}/users`, {
    email,
    password: 'another horse and battery',
  })
  await page.goto(`/admin${project}/users/${id}`)
  await page.getByRole('tab', { name: 'Settings' }).click()
  const data = await savedBy(page, 'Export')
  expect(data.name).toBe(`${id}.json`)
  expect(JSON.parse(data.text)).toMatchObject({ format: 'signet-personal-data', account: { email } })

  await page.getByRole('button', { name: 'More actions' }).click()
  await page.getByRole('menuitem', { name: 'Erase user' }).click()
  const question = page.getByRole('alertdialog')
  await question.getByText('Audit entries and backups keep data').waitFor()
  await expect(question.getByRole('button', { name: 'Erase user' })).toBeDisabled()
  await question.getByLabel(`Type ${email} to confirm`).fill(email)
  const receipt = await savedBy(page, 'Erase user', question)
  expect(JSON.parse(receipt.text)).toMatchObject({ userId: id, digest: expect.any(String) })
  expect(receipt.text).not.toContain(email)
  await page.getByText(`${email} was erased. The receipt was downloaded.`).waitFor()
  await page.getByRole('heading', { name: 'Users', level: 1 }).waitFor()
})
