import { expect, test } from '../support/fixtures.ts'

test('a declared claim of an application is refused at its field, saved, and shown in the tokens of a user', async ({
  page,
  api,
  world,
}) => {
  const { projectId, groupId } = world.arranged
  const email = 'claims@customer.example'
  const { id: userId } = await api.post<{ id: string }>(`/projects/${projectId}/users`, { email })
  await api.post(`/projects/${projectId}/groups/${groupId}/members`, { userIds: [userId] })
  const { clientId } = await api.post<{ clientId: string }>(`/projects/${projectId}/clients`, {
    clientName: 'Intranet',
    grantTypes: ['authorization_code'],
    tokenEndpointAuthMethod: 'client_secret_basic',
    redirectUris: ['https://intranet.example/callback'],
  })
  await page.goto(`/admin/projects/${projectId}/applications/${clientId}?tab=settings#claims`)
  const form = page.getByRole('form', { name: 'Claims of tokens' })
  await form.getByRole('button', { name: 'Add a claim' }).click()
  const claim = form.getByRole('group', { name: 'Claim 1' })
  await claim.getByLabel('Name in the token').fill('exp')
  await claim.getByRole('textbox', { name: 'Value' }).fill('["reader", "author"]')
  await claim.getByLabel('Only for members of').fill('engineering')
  await form.getByRole('button', { name: 'Save claims' }).click()
  await claim.getByText('is a claim of the protocol').waitFor()
  await claim.getByLabel('Name in the token').fill('roles')
  await claim.getByRole('checkbox', { name: 'UserInfo' }).uncheck({ force: true })
  await form.getByRole('button', { name: 'Save claims' }).click()
  await page.getByText('The claims were saved.').waitFor()
  expect(await api.get(`/projects/${projectId}/clients/${clientId}`)).toMatchObject({
    declaredClaims: [
      {
        claim: 'roles',
        source: 'fixed',
        value: ['reader', 'author'],
        condition: { group: 'engineering' },
        in: ['id_token'],
      },
    ],
  })

  await page.getByRole('tab', { name: 'Tokens of a user' }).click()
  await page.getByRole('button', { name: 'Choose another user' }).click()
  await page.getByRole('searchbox', { name: 'Search for a user' }).fill(email)
  await page.getByText(email).click()
  const idToken = page.locator('section').filter({ has: page.getByRole('heading', { name: 'ID token' }) })
  await idToken.getByText('Application: Fixed value').waitFor()
  await expect(idToken.getByRole('listitem').filter({ hasText: 'roles' })).toContainText(
    '["reader","author"]',
  )
  await expect(page.getByText('Application: Fixed value')).toHaveCount(1)
})
