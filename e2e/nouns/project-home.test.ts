import { hash } from 'node:crypto'
import type { AdminApi } from '../support/admin-api.ts'
import { expect, test } from '../support/fixtures.ts'
import { signInAt } from '../support/sign-in.ts'

const user = { email: 'grace@bakery.example', password: 'another horse and battery' }
const redirectUri = 'https://shop.invalid/callback'

test('the home of a new project counts no sign-ins, lists the expiring secret of a provider and hides its example code, and that of a project in use shows the sign-ins of the last day in a chart that the keyboard reads, the causes of failures, the active users, the recent changes and the filtered audit log', async ({
  page,
  api,
  newVisitor,
}) => {
  const { id, issuer } = await api.post<{ id: string; issuer: string }>('/projects', { name: 'Bakery' })
  await api.patch(`/projects/${id}`, { displayName: 'The Bakery' })
  await page.goto(`/admin/projects/${id}`)
  await page.getByRole('heading', { name: 'The Bakery', level: 1 }).waitFor()
  await page.getByRole('heading', { name: 'First steps' }).waitFor()
  await expect(page.locator('section[aria-label="Address"] ~ section:has-text("First steps")')).toBeVisible()
  await page.getByRole('button', { name: 'Switch project: Bakery' }).click()
  await page.getByRole('dialog').getByRole('link', { name: 'All projects' }).click()
  await expect(page).toHaveURL('/admin/projects')
  await page.goBack()
  const count = page.locator('div', { has: page.getByRole('link', { name: 'Sign-ins in 24 hours' }) }).last()
  await expect(count).toHaveText(/0$/)
  await expect(page.getByRole('tab', { name: 'Node.js' })).toBeHidden()
  const providerId = await addExpiringProvider(api, id)
  await page.reload()
  const attention = page.getByRole('region', { name: 'Needs attention' })
  await expect(attention.getByRole('listitem')).toContainText(/Acme login.*expires/)
  await attention.getByRole('link', { name: 'Replace secret' }).click()
  await expect(page).toHaveURL(`/admin/projects/${id}/providers/${providerId}`)
  await page.goto(`/admin/projects/${id}/providers?q=LOGIN+acme`)
  await page.getByRole('link', { name: 'Acme login' }).waitFor()
  await page.getByRole('searchbox', { name: 'Search providers' }).fill('okta')
  await expect(page.getByRole('link', { name: 'Acme login' })).toHaveCount(0)
  await page.goto(`/admin/projects/${id}`)
  const { clientId } = await api.post<{ clientId: string }>(`/projects/${id}/clients`, {
    clientName: 'Shop',
    grantTypes: ['authorization_code'],
    tokenEndpointAuthMethod: 'none',
    redirectUris: [redirectUri],
  })
  await api.post(`/projects/${id}/users`, user)
  const visitor = await newVisitor()
  const query = new URLSearchParams({
    client_id: clientId,
    response_type: 'code',
    scope: 'openid',
    redirect_uri: redirectUri,
    code_challenge: hash('sha256', 'verifier'.repeat(8), 'base64url'),
    code_challenge_method: 'S256',
  })
  await visitor.goto(`${issuer}/auth?${query}`)
  await signInAt(visitor, { ...user, password: 'wrong' })
  await visitor.getByRole('alert').waitFor()
  await signInAt(visitor, user)
  const callback = visitor.waitForRequest((request) => request.url().startsWith(`${redirectUri}?code=`))
  await visitor.getByRole('button', { name: 'Allow', exact: true }).click()
  await callback

  await expect
    .poll(async () => (await api.get<{ total: object }>(`/projects/${id}/sign-in-counts`)).total, {
      timeout: 15_000,
    })
    .toEqual({ succeeded: 1, failed: 1 })
  await api.patch(`/projects/${id}`, { displayName: 'Bakery' })
  await page.reload()
  await page.getByText(issuer.replace('http://', ''), { exact: true }).waitFor()
  await expect(
    page.locator('section:has-text("Recent changes") ~ section[aria-label="Address"]'),
  ).toBeVisible()
  const pulse = page.locator('section', { has: page.getByRole('heading', { name: 'Last 24 hours' }) })
  await expect(pulse.getByText('Counting since')).toHaveCount(2)
  await expect(pulse.getByText('Wrong password', { exact: true })).toBeVisible()
  await expect(pulse.locator('section svg')).toHaveCount(0)
  const chart = pulse.getByRole('figure', { name: 'By hour' })
  const reader = chart.getByRole('slider', { name: 'By hour' })
  await reader.focus()
  await page.keyboard.press('End')
  await expect(reader).toHaveAttribute('aria-valuetext', /: Sign-ins \d, Failed attempts \d$/)
  await expect(chart.locator('p')).toHaveText((await reader.getAttribute('aria-valuetext')) ?? '')
  await chart.getByText('As a table').click()
  await expect(chart.getByRole('table')).toBeVisible()
  await expect(page.getByRole('heading', { name: 'First steps' })).toHaveCount(0)
  await expect(page.getByText('created application Shop')).toBeVisible()
  await expect(page.getByText(/^\d changes in the last 24 hours$/)).toBeVisible()
  const active = page
    .locator('div', { has: page.getByRole('link', { name: 'Active users this month' }) })
    .last()
  await expect(active).toHaveText(/\d$/)
  await page.getByRole('link', { name: 'Audit log of the project' }).click()
  await expect(page).toHaveURL(`/admin/projects/${id}/audit`)
  const entries = page.getByRole('table', { name: 'Audit' })
  await entries.getByRole('link', { name: /created user/ }).waitFor()
  await page.getByRole('button', { name: 'Filter', exact: true }).click()
  await page.getByRole('menuitemradio', { name: 'Applications' }).click()
  await expect(entries.getByRole('link', { name: /created user/ })).toHaveCount(0)
  await expect(entries.getByRole('link', { name: /created application Shop/ })).toBeVisible()
  await expect(page).toHaveURL(`/admin/projects/${id}/audit?actionPrefix=client.`)
  await page.getByRole('button', { name: 'Export' }).click()
  const download = page.waitForEvent('download')
  await page.getByRole('menuitem', { name: 'CSV' }).click()
  expect((await download).suggestedFilename()).toBe('audit.csv')
})

async function addExpiringProvider(api: AdminApi, projectId: string): Promise<string> {
  const { id } = await api.post<{ id: string }>(`/projects/${projectId}/federation`, {
    displayName: 'Acme login',
    issuer: 'https://login.acme.example',
    clientId: 'signet',
    clientSecret: 'a secret of the provider',
    secretExpiresOn: new Date(Date.now() + 10 * 86_400_000).toISOString().slice(0, 10),
  })
  return id
}
