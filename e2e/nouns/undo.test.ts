import type { Page } from 'playwright/test'
import { expect, test } from '../support/fixtures.ts'

const undo = (page: Page) => page.getByRole('button', { name: 'Undo', exact: true })

test('a provider is disabled without a question while every user has another sign-in method, and Undo enables it', async ({
  page,
  api,
}) => {
  const { id } = await api.post<{ id: string }>('/projects', { name: 'Undoing' })
  const provider = `/projects/${id}/federation/company`
  await api.post(`/projects/${id}/federation`, {
    catalogueId: 'okta',
    id: 'company',
    issuer: 'https://undo.okta.example',
    clientId: '0oa1',
    clientSecret: 'secret-of-the-provider',
  })
  await page.goto(`/admin/projects/${id}/providers/company?tab=settings#deletion`)
  await page.getByRole('button', { name: 'Disable', exact: true }).click()
  await page.getByText('Okta was disabled.').waitFor()
  expect(await api.get(provider)).toMatchObject({ enabled: false })
  await undo(page).click()
  await page.getByText('Undone.').waitFor()
  expect(await api.get(provider)).toMatchObject({ enabled: true })
  await page.getByRole('button', { name: 'Disable', exact: true }).click()
  await page.getByRole('button', { name: 'Enable', exact: true }).click()
  await page.getByText('Okta was enabled.').waitFor()
  await undo(page).click()
  await page.getByRole('button', { name: 'Enable', exact: true }).waitFor()
})

test('a directory is disabled and an administrator is activated without a question, and Undo reverts both', async ({
  page,
  api,
  world,
}) => {
  const { projectId, connectionId } = world.arranged
  const directory = `/projects/${projectId}/provisioning-connections/${connectionId}`
  await page.goto(`/admin/projects/${projectId}/directories/${connectionId}?tab=settings`)
  await page.getByRole('button', { name: 'Disable', exact: true }).click()
  await page.getByText('Acme directory was disabled.').waitFor()
  expect(await api.get(directory)).toMatchObject({ enabled: false })
  await undo(page).click()
  await page.getByRole('button', { name: 'Disable', exact: true }).waitFor()
  expect(await api.get(directory)).toMatchObject({ enabled: true })

  const email = 'returns@acme.example'
  const { id } = await api.post<{ id: string }>('/admins', {
    email,
    password: 'yet another horse and battery',
  })
  await api.delete(`/admins/${id}`)
  await page.goto(`/admin/administrators/${id}?tab=access`)
  await page.getByRole('button', { name: 'Activate', exact: true }).click()
  await page.getByText(`${email} can sign in again.`).waitFor()
  expect(await api.get(`/admins/${id}`)).toMatchObject({ active: true })
  await undo(page).click()
  await page.getByRole('button', { name: 'Activate', exact: true }).waitFor()
  expect(await api.get(`/admins/${id}`)).toMatchObject({ active: false })
})

test('disabling the only sign-in method of users asks with the number of users', async ({ page, api }) => {
  const { id } = await api.post<{ id: string }>('/projects', { name: 'One provider' })
  await api.post(`/projects/${id}/federation`, {
    catalogueId: 'okta',
    id: 'company',
    issuer: 'https://only.okta.example',
    clientId: '0oa1',
    clientSecret: 'secret-of-the-provider',
  })
  const users = [{ email: 'linked@customer.example', links: [{ providerId: 'company', subject: '00u1' }] }]
  await api.post(`/projects/${id}/users/import`, { users })
  await page.goto(`/admin/projects/${id}/providers/company`)
  // A provider with a linked user is set up.
  await expect(page.locator('details', { hasText: 'At the provider' })).toHaveJSProperty('open', false)
  await page.getByRole('button', { name: 'More actions' }).click()
  await page.getByRole('menuitem', { name: 'Disable' }).click()
  const question = page.getByRole('alertdialog', { name: 'Disable Okta?' })
  await question.getByText('1 user has no other sign-in method').waitFor()
  await question.getByRole('button', { name: 'Disable', exact: true }).click()
  await page.getByText('Okta was disabled.').waitFor()
  await undo(page).click()
  await page.getByRole('button', { name: 'More actions' }).click()
  await page.getByRole('menuitem', { name: 'Disable' }).waitFor()
})
