import { expect, test } from './support/fixtures.ts'
import { signInAt, signInFirst } from './support/sign-in.ts'

/** Settings of the whole instance change; no other test runs concurrently. */
test('an administrator sees all sessions, and ends the session of another browser', async ({
  api,
  newVisitor,
  world,
}) => {
  const who = { email: 'bob@acme.example', password: 'yet another horse and battery' }
  await api.post('/admins', who)
  const [one, other] = [await newVisitor(), await newVisitor()]
  for (const [page, enter] of [
    [other, signInFirst],
    [one, signInAt],
  ] as const) {
    await page.goto(`${world.baseUrl}/admin/projects`)
    await enter(page, who)
    await page.getByRole('heading', { name: 'Projects', level: 1 }).waitFor()
  }
  await one.getByRole('button', { name: /^Account/ }).click()
  await one.getByRole('menuitem', { name: 'Your sessions' }).click()
  const table = one.getByRole('table', { name: 'Your sessions' })
  await expect(table.getByText('This browser')).toBeVisible()
  await table.getByRole('button', { name: 'End' }).first().click()
  await expect(one.getByText('The session was ended.')).toBeVisible()
  await other.reload()
  await expect(other.locator('input[name="password"]')).toBeVisible()
  await one.reload()
  await expect(table.getByText('This browser')).toBeVisible()
})

test('the page of a user shows that the invitation was not sent, and why', async ({ page, api, world }) => {
  const project = `/projects/${world.arranged.projectId}`
  await api.put('/settings/smtp', {
    ...{ host: '127.0.0.1', port: 1, secure: false, username: '', password: '' },
    ...{ fromName: 'Acme', fromEmail: 'no-reply@acme.example' },
  })
  const email = 'invited@customer.example'
  const { id } = await api.post<{ id: string }>(`${project}/users`, { email, invite: true })
  await page.goto(`/admin${project}/users/${id}`)
  await expect(page.locator('main').getByText('Not sent')).toBeVisible()
  await expect(page.getByText('The mail server refused it.')).toBeVisible()
})

test('the page of an application shows which settings make it fail', async ({ page, api, world }) => {
  const { projectId, clientId } = world.arranged
  await api.put('/settings', { 'fapi.enabled': true })
  await page.goto(`/admin/projects/${projectId}/applications/${clientId}`)
  await expect(page.getByText('This application fails until its settings are changed')).toBeVisible()
  await expect(page.getByText('tokenEndpointAuthMethod')).toBeVisible()
  await page.goto(`/admin/projects/${projectId}/applications`)
  const row = page.locator('main').getByRole('row').filter({ hasText: 'Storefront' })
  await expect(row.getByText('Failing', { exact: true })).toBeVisible()
  await api.put('/settings', { 'fapi.enabled': false })
})
