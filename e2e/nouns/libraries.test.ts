import { expect, test } from '../support/fixtures.ts'

test('the library of a new application presets its options, and the page shows its example', async ({
  page,
  api,
  world,
}) => {
  const project = `/projects/${world.arranged.projectId}`
  await page.goto(`/admin${project}/applications/new`)
  await page.getByRole('button', { name: 'Which library do you use?' }).click()
  await page.getByRole('option', { name: 'Express with Passport' }).click()
  await expect(page.getByLabel('Redirect addresses 1')).toHaveValue('http://localhost:3000/callback')
  await page.getByLabel('Name', { exact: true }).fill('Bakery')
  await page.getByRole('button', { name: 'Create application' }).click()
  await page.getByRole('button', { name: 'I have stored the secret' }).click()
  await page.getByRole('heading', { name: 'Bakery', level: 1 }).waitFor()

  const clientId = new URL(page.url()).pathname.split('/').at(-1) ?? ''
  const { issuer } = await api.get<{ issuer: string }>(project)
  const code = page.locator('pre').filter({ hasText: 'OpenIDConnectStrategy(' })
  await expect(code).toContainText(`const issuer = '${issuer}'`)
  await expect(code).toContainText(`clientID: '${clientId}'`)
  await expect(code).toContainText('clientSecret: process.env.CLIENT_SECRET')
  await expect(page.getByText('This application needs changes')).toHaveCount(0)
  expect(await api.get(`${project}/clients/${clientId}`)).toMatchObject({
    pkce: 'optional',
    idTokenClaims: true,
  })
})

test('an application that lacks options of a library gets them with one button', async ({
  page,
  api,
  world,
}) => {
  const project = `/projects/${world.arranged.projectId}`
  const { clientId } = await api.post<{ clientId: string }>(`${project}/clients`, {
    clientName: 'Florist',
    grantTypes: ['authorization_code'],
    tokenEndpointAuthMethod: 'client_secret_basic',
    redirectUris: ['https://florist.example/back'],
  })
  await page.goto(`/admin${project}/applications/${clientId}`)
  await page.getByRole('button', { name: 'Library' }).click()
  await page.getByRole('option', { name: 'Auth.js with Express' }).click()
  await page.getByText('This application needs changes for Auth.js with Express').waitFor()
  await page.getByRole('button', { name: 'Change the application' }).click()
  await expect(page.getByText('This application needs changes')).toHaveCount(0)
  expect(await api.get(`${project}/clients/${clientId}`)).toMatchObject({
    idTokenClaims: true,
    redirectUris: ['https://florist.example/back', 'https://florist.example/auth/callback/signet'],
  })
})
