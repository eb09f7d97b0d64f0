import { startSamlProvider } from '@signet/testkit/saml'
import { expect, test } from '../support/fixtures.ts'

test('an API is created, rejected when its name grants everything, changed, checked and deleted', async ({
  page,
  api,
  world,
}) => {
  const project = `/projects/${world.arranged.projectId}`
  await page.goto(`/admin${project}/resources/new`)
  await page.getByLabel('Identifier').fill('https://billing.acme.example')
  await page.getByLabel('Name', { exact: true }).fill('Billing')
  const scope = page.getByRole('textbox', { name: 'Scopes 1' })
  await scope.fill('*')
  await page.getByRole('button', { name: 'Create API' }).click()
  await page.getByRole('alert').waitFor()
  await scope.fill('invoices.read')
  await page.getByRole('textbox', { name: 'Description 1' }).fill('see your invoices')
  await page.getByRole('button', { name: 'Create API' }).click()
  await page.getByRole('heading', { name: 'Billing', level: 1 }).waitFor()

  await page.getByRole('button', { name: 'Check the API' }).click()
  await page
    .getByRole('status')
    .getByText(/Unreachable|Does not name this project/)
    .waitFor()
  await page.getByRole('tab', { name: 'Settings' }).click()
  await page.getByText('Advanced', { exact: true }).click()
  await page.getByLabel('Lifetime in seconds').fill('600')
  await page.getByRole('button', { name: 'Save API' }).click()
  await page.getByText('The API was saved.').waitFor()
  const identifier = encodeURIComponent('https://billing.acme.example')
  expect(await api.get(`${project}/resources/${identifier}`)).toMatchObject({
    accessTokenTTL: 600,
    scopeDescriptions: { 'invoices.read': { description: 'see your invoices', kind: 'act' } },
  })
  await page.getByRole('tab', { name: 'Overview' }).click()
  await page.getByText('10 minutes').waitFor()
  await page.getByRole('tab', { name: 'Settings' }).click()
  await page.getByRole('button', { name: 'Delete', exact: true }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete API' }).click()
  await page.getByText('Billing was deleted.').waitFor()
})

test('an application gets the grants of tokens without a sign-in, and its back-channel logout is tested', async ({
  page,
  api,
  world,
}) => {
  const project = `/projects/${world.arranged.projectId}`
  const { clientId } = await api.post<{ clientId: string }>(`${project}/clients`, {
    clientName: 'Orders server',
    grantTypes: ['client_credentials'],
    tokenEndpointAuthMethod: 'client_secret_basic',
    backchannelLogoutUri: 'https://orders.invalid/logout',
  })
  await page.goto(`/admin${project}/applications/${clientId}`)
  await page.getByRole('button', { name: 'Send a test notice' }).click()
  await page.getByText('The notice could not be delivered').waitFor()

  await page.getByRole('tab', { name: 'Settings' }).click()
  await page.getByRole('link', { name: 'Tokens of users without a sign-in' }).click()
  await page.getByText('Exchange tokens (RFC 8693)').click()
  await page.getByText('https://api.acme.example').click()
  await page.getByRole('button', { name: 'Add a server' }).click()
  await page.getByLabel('Issuer of the authorization server').fill('https://login.partner.example')
  await page.getByLabel('Client ID there').fill('store')
  await page.getByLabel('APIs 1').fill('https://api.partner.example')
  await page.getByRole('textbox', { name: /^Scopes\s*optional$/ }).fill('read write')
  await page.getByText('Accept JWTs of permitted issuers (RFC 7523)').click()
  await page.getByRole('button', { name: 'Add an issuer' }).click()
  await page.getByLabel('Issuer', { exact: true }).fill('http://broker.example')
  await page.getByRole('button', { name: 'Save grants' }).click()
  await page.getByText('must be an https address').waitFor()
  await page.getByLabel('Issuer', { exact: true }).fill('https://broker.example')
  await page.getByText('Ask users for consent').click()
  await page.getByRole('button', { name: 'Save grants' }).click()
  await page.getByText('The application was saved.').waitFor()
  expect(await api.get(`${project}/clients/${clientId}`)).toMatchObject({
    grantTypes: [
      'client_credentials',
      'urn:ietf:params:oauth:grant-type:token-exchange',
      'urn:ietf:params:oauth:grant-type:jwt-bearer',
    ],
    exchangeAudiences: ['https://api.acme.example'],
    assertionIssuers: [{ issuer: 'https://broker.example', subject: 'email', maxSeconds: 300 }],
    assertionAudiences: [
      {
        issuer: 'https://login.partner.example',
        clientId: 'store',
        resources: ['https://api.partner.example'],
        scopes: ['read', 'write'],
        seconds: 300,
      },
    ],
    requireConsent: false,
  })
})

test('a key is generated, listed as the next one of its algorithm before a rotation, and revoked after its name was typed', async ({
  page,
  api,
  world,
}) => {
  const project = `/projects/${world.arranged.projectId}`
  await page.goto(`/admin${project}/keys`)
  await page.getByText(/^Next rotation by /).waitFor()
  await expect(page.getByText(/\/jwks$/)).toBeVisible()
  await page.getByRole('button', { name: 'More actions' }).click()
  await page.getByRole('menuitem', { name: 'Generate key' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Generate key' }).click()
  await page.getByText('The key was generated and published.').waitFor()
  const { keys } = await api.get<{ keys: { kid: string; state: string }[] }>(`${project}/keys`)
  const { kid = '' } = keys.find(({ state }) => state === 'published') ?? {}
  const card = page.getByRole('article').filter({ hasText: kid })
  await page.getByRole('button', { name: 'Rotate keys' }).click()
  const rotation = page.getByRole('dialog')
  await rotation.getByText(new RegExp(`^${kid.slice(0, 8)} may sign`)).waitFor()
  await rotation.getByRole('button', { name: 'Algorithm' }).click()
  await page.getByRole('option', { name: 'EdDSA' }).click()
  await rotation.getByRole('heading', { name: 'Rotate the EdDSA key?' }).waitFor()
  await rotation.getByText('A key is published now.').waitFor()
  await rotation.getByText(/^\S{8} signs since /).waitFor()
  await rotation.getByRole('definition').getByText('published now').waitFor()
  await rotation.getByRole('button', { name: 'Cancel' }).click()
  await card.getByRole('button', { name: `Actions for ${kid.slice(0, 8)}` }).click()
  await page.getByRole('menuitem', { name: 'Revoke' }).click()
  const question = page.getByRole('alertdialog')
  await expect(question.getByRole('button', { name: 'Revoke' })).toBeDisabled()
  await question.getByRole('textbox').fill(kid.slice(0, 8))
  await question.getByRole('button', { name: 'Revoke' }).click()
  await expect(card).toHaveCount(0)
})

test('a project moves to another address after its preview, is deleted, restored and destroyed', async ({
  page,
  api,
}) => {
  const { id } = await api.post<{ id: string }>('/projects', { name: 'Short lived' })
  await page.goto(`/admin/projects/${id}/settings#address`)
  await page.getByRole('button', { name: 'Change address' }).click()
  await page.getByRole('dialog').getByLabel('Path', { exact: true }).fill('longer-lived')
  await page.getByRole('dialog').getByRole('button', { name: 'Change address' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Change address' }).click()
  await page.getByText('The address was changed.').waitFor()
  expect(await api.get(`/projects/${id}`)).toMatchObject({ slug: 'longer-lived' })
  await page
    .locator('li', { hasText: 'Address' })
    .getByText(/longer-lived$/)
    .waitFor()
  await page
    .locator('li', { hasText: 'Owner' })
    .getByRole('button', { name: 'Move to another team' })
    .waitFor()
  await expect(page.getByText(/^Users see: localhost.*\/longer-lived$/)).toBeVisible()
  await page.getByRole('button', { name: "Use the project's name" }).click()
  await expect(page.getByLabel('Display name')).toHaveValue('Short lived')
  await page.getByRole('button', { name: 'Discard' }).click()

  await page.getByRole('navigation').getByRole('link', { name: 'Delete this project' }).click()
  await page.getByRole('button', { name: 'Delete', exact: true }).click()
  await expect(page.getByText('0 applications, 0 users, 0 sign-ins in the last 24 hours')).toBeVisible()
  await page.getByRole('alertdialog').getByRole('textbox').fill('Short lived')
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete project' }).click()
  await page.getByText('This project is scheduled for deletion').waitFor()
  await page.getByRole('button', { name: 'Restore', exact: true }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Restore', exact: true }).click()
  await page.getByText('Short lived was restored.').waitFor()
  expect(await api.get(`/projects/${id}`)).not.toHaveProperty('deletion')

  await page.goto(`/admin/projects/${id}/settings#deletion`)
  await page.getByRole('button', { name: 'Delete', exact: true }).click()
  await page.getByRole('alertdialog').getByRole('textbox').fill('Short lived')
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete project' }).click()
  await page.getByText('This project is scheduled for deletion').waitFor()
  await page.getByRole('navigation').getByRole('link', { name: 'Settings' }).click()
  await page.getByRole('navigation').getByRole('link', { name: 'Delete this project' }).click()
  await page.getByRole('button', { name: 'Destroy now' }).click()
  await page.getByRole('alertdialog').getByRole('textbox').fill('Short lived')
  await page.getByRole('alertdialog').getByRole('button', { name: 'Destroy now' }).click()
  await page.getByRole('heading', { name: 'Projects', level: 1 }).waitFor()
})

test('the stored secret of a provider that needs none is deleted', async ({ page, api }) => {
  const { id } = await api.post<{ id: string }>('/projects', { name: 'Public client' })
  const provider = {
    displayName: 'Corp',
    issuer: 'https://corp.example',
    clientId: 'signet',
    clientSecret: 'x'.repeat(20),
  }
  const added = await api.post<{ id: string }>(`/projects/${id}/federation`, provider)
  const address = `/projects/${id}/federation/${added.id}`
  await page.goto(`/admin/projects/${id}/providers/${added.id}?tab=settings`)
  await expect(page.getByLabel('Issuer')).toHaveValue(provider.issuer)
  await page.getByText('Remove the secret').click()
  await page.getByRole('button', { name: 'Save provider' }).click()
  await expect(page.getByText('Remove the secret')).toHaveCount(0)
  expect(await api.get(address)).toMatchObject({ clientSecretSet: false, issuer: provider.issuer })
})

test('a provider with SAML is connected by pasted metadata, and its page has the values to register there', async ({
  page,
  api,
}) => {
  const { id } = await api.post<{ id: string }>('/projects', { name: 'Federated by SAML' })
  const { metadata, entityId, close } = await startSamlProvider()
  await close()
  await page.goto(`/admin/projects/${id}/providers/new`)
  await page.getByRole('radio', { name: /^SAML 2\.0/ }).check({ force: true })
  await page.getByRole('button', { name: 'Create provider' }).click()
  await page.getByText('Paste the metadata or enter its address.').waitFor()
  await page.getByRole('textbox', { name: /^Metadata/ }).fill(metadata())
  await page.getByLabel('Name on the button').fill('Acme staff')
  await page.getByText('Sign requests').click()
  await page.getByRole('button', { name: 'Create provider' }).click()
  await page.getByRole('heading', { name: 'Acme staff', level: 1 }).waitFor()
  const { issuer, serviceProvider } = await api.get<Record<string, Record<string, string>>>(
    `/projects/${id}/federation/saml`,
  )
  expect(issuer).toBe(entityId)
  for (const value of [serviceProvider?.entityId, serviceProvider?.acsUrl])
    await expect(page.getByText(value ?? '', { exact: true }).first()).toBeVisible()
  await expect(page.getByText('-----BEGIN CERTIFICATE-----')).toHaveCount(2)
  await page.getByRole('tab', { name: 'Settings' }).click()
  await expect(page.getByLabel('Issuer')).toHaveCount(0)
  await page.getByRole('textbox', { name: /^Own entity ID/ }).fill('urn:acme:signet')
  await page.getByRole('button', { name: 'Save provider' }).click()
  await expect(page.getByText('The provider was saved.')).toBeVisible()
  expect(await api.get(`/projects/${id}/federation/saml`)).toMatchObject({
    serviceProvider: { entityId: 'urn:acme:signet' },
    signsRequests: true,
  })
})

test('an identity provider is added, changed and deleted; a directory is created and its secret shown once', async ({
  page,
  api,
}) => {
  const { id } = await api.post<{ id: string }>('/projects', { name: 'Federated' })
  await page.goto(`/admin/projects/${id}/providers/new`)
  await page.getByRole('radio', { name: 'Google' }).check({ force: true })
  await page.getByLabel('Client ID').fill('1234.apps.example')
  await page.getByLabel('Client secret').fill('a secret of the provider')
  await page.getByRole('button', { name: 'Create provider' }).click()
  await page.getByRole('heading', { name: 'Google', level: 1 }).waitFor()
  await expect(page.getByRole('button', { name: 'Try signing in' })).toBeVisible()
  await page.getByRole('tab', { name: 'Settings' }).click()
  await expect(page.getByLabel('Issuer')).toHaveCount(0)
  await page.getByLabel('Name on the button').fill('Acme Google')
  await page.getByRole('button', { name: 'Save provider' }).click()
  await page.getByRole('heading', { name: 'Acme Google', level: 1 }).waitFor()
  await page.getByRole('link', { name: 'Account matching' }).click()
  await page.getByRole('button', { name: 'Add a domain' }).click()
  await page
    .getByRole('textbox', { name: /^Email domains|domains/i })
    .last()
    .fill('acme.example')
  await page.getByRole('button', { name: 'Save provider' }).click()
  await expect
    .poll(async () => (await api.get<{ providers: object[] }>(`/projects/${id}/federation`)).providers)
    .toMatchObject([{ displayName: 'Acme Google', allowedEmailDomains: ['acme.example'] }])

  await page.goto(`/admin/projects/${id}/directories/new`)
  await page.getByRole('radio', { name: 'SCIM 2.0' }).check({ force: true })
  await page.getByLabel('Name', { exact: true }).fill('Acme staff')
  await page.getByRole('button', { name: 'Create directory' }).click()
  await page.getByRole('heading', { name: 'Acme staff', level: 1 }).waitFor()
  await page.getByText('No credential', { exact: true }).waitFor()
  await page.getByRole('button', { name: 'Issue credential' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: /^Kind|Kind$/ }).click()
  await page.getByRole('option', { name: 'Client secret' }).click()
  await dialog.getByRole('button', { name: 'Issue credential' }).click()
  const secret = await page
    .getByRole('alertdialog')
    .getByRole('textbox', { name: 'Client secret' })
    .inputValue()
  expect(secret.length).toBeGreaterThan(20)
  await page.getByRole('button', { name: 'I have stored the secret' }).click()
  expect(await page.content()).not.toContain(secret)
  await page.getByText('Never used').waitFor()

  await page.getByRole('tab', { name: 'Settings' }).click()
  await page.getByRole('button', { name: 'More actions' }).click()
  await page.getByRole('menuitem', { name: 'Disable' }).click()
  await page.getByText(/was disabled/).waitFor()
  await page.getByRole('button', { name: 'More actions' }).click()
  await page.getByRole('menuitem', { name: 'Enable' }).waitFor()
  await page.getByRole('menuitem', { name: 'Delete connection' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete connection' }).click()
  await page.getByText('Acme staff was deleted.').waitFor()
})

test('groups and claims of a provider are mapped, and an unknown group is refused at its line', async ({
  page,
  api,
}) => {
  const { id } = await api.post<{ id: string }>('/projects', { name: 'Mapped' })
  await api.post(`/projects/${id}/groups`, { displayName: 'operators' })
  const provider = { issuer: 'https://idp.example', clientId: 'x', displayName: 'Corp' }
  const added = await api.post<{ id: string }>(`/projects/${id}/federation`, provider)
  await page.goto(`/admin/projects/${id}/providers/${added.id}?tab=settings#mappings`)
  await page.getByLabel('Claim with groups or roles').fill('realm_access.roles')
  await page.getByRole('button', { name: 'Add a group' }).click()
  await page.getByLabel('Value at the provider 1').fill('admin')
  await page.getByLabel('Group 1', { exact: true }).fill('nowhere')
  await page.getByRole('button', { name: 'Save groups and claims' }).click()
  await page.getByText('is no group of the project').first().waitFor()
  await page.getByLabel('Group 1', { exact: true }).fill('operators')
  await page.getByRole('button', { name: 'Add a claim' }).click()
  await page.getByLabel('Claim at the provider 1').fill('department')
  await page.getByLabel('Claim of the user 1').fill('unit')
  await page.getByRole('button', { name: 'Save groups and claims' }).click()
  await page.getByText('The provider was saved.').waitFor()
  expect(await api.get(`/projects/${id}/federation/${added.id}`)).toMatchObject({
    groupsClaim: 'realm_access.roles',
    groupMappings: [{ value: 'admin', group: 'operators' }],
    claimMappings: [{ claim: 'department', name: 'unit' }],
  })
})

test('the console explains why a provider is missing from the sign-in page', async ({ page, api }) => {
  const { id } = await api.post<{ id: string }>('/projects', { name: 'Missing provider' })
  const provider = {
    catalogueId: 'google',
    clientId: '1234.apps.example',
    clientSecret: 'secret',
    enabled: false,
  }
  const { id: providerId } = await api.post<{ id: string }>(`/projects/${id}/federation`, provider)
  await page.goto(`/admin/projects/${id}/providers/${providerId}`)
  await page.getByRole('heading', { name: 'Google', level: 1 }).waitFor()
  await page.getByText('The provider is disabled.').waitFor()
  await api.patch(`/projects/${id}/federation/${providerId}`, { enabled: true })
  await page.reload()
  await page.getByText('On the sign-in page').first().waitFor()
  await expect(page.getByText('The provider is disabled.')).toHaveCount(0)
})
