import { writeFileSync } from 'node:fs'
import { expect, test } from '../support/fixtures.ts'
import { addAxe, expectAccessible } from '../support/page-checks.ts'
import { pixel } from '../support/pixel.ts'

test('every field of an application is set in the console: appearance, back-channel logout, keys, grants and signatures', async ({
  page,
  api,
  world,
}, testInfo) => {
  const project = `/projects/${world.arranged.projectId}`
  const { clientId } = await api.post<{ clientId: string }>(`${project}/clients`, {
    clientName: 'Ledger',
    grantTypes: ['authorization_code'],
    tokenEndpointAuthMethod: 'none',
    redirectUris: ['https://ledger.example/callback'],
  })
  await page.goto(`/admin${project}/applications/${clientId}`)
  await page.getByRole('button', { name: 'Test sign-in' }).waitFor()
  await page.getByText('No errors', { exact: true }).waitFor()
  await page.getByRole('tab', { name: 'Settings' }).click()
  const card = (name: string) => page.getByRole('form', { name })
  const save = async (name: string, status = 200) => {
    const answer = page.waitForResponse(/trpc\/client_update/)
    await card(name).getByRole('button', { name: 'Save', exact: true }).click()
    expect((await answer).status()).toBe(status)
  }

  const links = page.getByRole('navigation', { name: 'Sections' })
  const open = (name: string) => links.getByRole('link', { name, exact: true }).click()

  const openid = page.getByRole('checkbox', { name: /openid/ })
  await expect(page.getByRole('radio', { name: /^All declared scopes/ })).toBeChecked()
  await expect(openid).toBeHidden()
  await page.getByText('Only these', { exact: true }).click()
  await expect(openid).toBeChecked()
  const saved = page.waitForResponse(/trpc\/client_update/)
  await page.getByRole('button', { name: 'Save application' }).click()
  expect((await saved).status()).toBe(200)
  await expect(card('Grants')).toBeHidden()
  await open('Appearance')
  // A file of the disk, because Playwright writes a buffer by a script that the Content-Security-Policy blocks.
  const logo = testInfo.outputPath('logo.png')
  writeFileSync(logo, Buffer.from(pixel, 'base64'))
  await card('Appearance').getByLabel('Logo').setInputFiles(logo)
  await card('Appearance').getByLabel('Privacy policy').fill('http://ledger.example/privacy')
  await save('Appearance', 422)
  await card('Appearance').getByText('Must be an https address.').waitFor()
  await card('Appearance').getByLabel('Privacy policy').fill('https://ledger.example/privacy')
  await save('Appearance')
  await open('Back-channel logout')
  await expect(card('Appearance')).toBeHidden()
  await card('Back-channel logout')
    .getByLabel('Back-channel logout address')
    .fill('https://ledger.example/out')
  await save('Back-channel logout')

  await open('Authentication and keys')
  await expect(page).toHaveURL(/tab=settings#authentication$/)
  await card('Authentication and keys').getByLabel('Authentication method').click()
  await page.getByRole('option', { name: 'Client secret, in the Authorization header' }).click()
  await card('Authentication and keys').getByRole('button', { name: 'Save', exact: true }).click()
  await page
    .getByRole('alertdialog', { name: 'The new secret' })
    .getByRole('button', { name: 'I have stored the secret' })
    .click()
  await open('Grants')
  await card('Grants').getByText('Refresh tokens').click()
  await save('Grants')
  await open('Requests and signatures')
  await card('Requests and signatures').getByText('Require DPoP').click()
  await save('Requests and signatures')

  expect(await api.get(`${project}/clients/${clientId}`)).toMatchObject({
    scope: 'openid',
    logo: expect.stringMatching(/^data:image\/png;base64,/),
    policyUri: 'https://ledger.example/privacy',
    backchannelLogoutUri: 'https://ledger.example/out',
    tokenEndpointAuthMethod: 'client_secret_basic',
    grantTypes: ['authorization_code', 'refresh_token'],
    dpopBoundAccessTokens: true,
  })
})

test('each section of the settings of an application is accessible', async ({ page, world }) => {
  const { projectId, clientId = '' } = world.arranged
  await addAxe(page)
  await page.goto(`/admin/projects/${projectId}/applications/${clientId}?tab=settings`)
  const links = page.getByRole('navigation', { name: 'Sections' }).getByRole('link')
  await links.first().waitFor()
  for (const title of await links.allTextContents()) {
    await links.getByText(title, { exact: true }).click()
    await expectAccessible(page, 'dark', 390)
    await expectAccessible(page, 'light', 1280)
  }
  await expect(page).toHaveURL(/#deletion$/)
})

test('a section of the settings of an application stays after a dialog is closed', async ({
  page,
  world,
}) => {
  const { projectId, clientId = '' } = world.arranged
  await page.goto(`/admin/projects/${projectId}/applications/${clientId}?tab=settings#deletion`)
  await page.getByRole('button', { name: 'Delete', exact: true }).click()
  const question = page.getByRole('alertdialog')
  await question.getByText('Sign-ins and token requests fail afterwards.').waitFor()
  await question.getByText(/^\d+ users? ha(s|ve) a grant of this application\.$/).waitFor()
  await question.getByRole('button', { name: 'Cancel' }).click()
  await expect(page).toHaveURL(/#deletion$/)
  await expect(page.getByRole('heading', { name: 'Delete this application' })).toBeVisible()
})

test('a rotation in the console keeps the previous secret for a day, and a press revokes it', async ({
  page,
  api,
  world,
}) => {
  const project = `/projects/${world.arranged.projectId}`
  const { clientId } = await api.post<{ clientId: string }>(`${project}/clients`, {
    clientName: 'Rotated',
    grantTypes: ['client_credentials'],
    tokenEndpointAuthMethod: 'client_secret_basic',
  })
  await page.goto(`/admin${project}/applications/${clientId}`)
  await page.getByRole('button', { name: 'Rotate secret' }).click()
  const question = page.getByRole('alertdialog', { name: 'Rotate the secret of Rotated?' })
  await expect(question.getByLabel('Keep the present secret valid')).toHaveText(/For 24 hours/)
  await expect(
    question.getByText(/The new secret is shown once\. The present one works until .*\d{4}/),
  ).toBeVisible()
  await question.getByRole('button', { name: 'Rotate secret' }).click()
  await page
    .getByRole('alertdialog', { name: 'The new secret' })
    .getByRole('button', { name: 'I have stored the secret' })
    .click()
  await expect(page.getByText('Not used since the rotation')).toBeVisible()

  await page.getByRole('button', { name: 'Revoke now' }).click()
  await page
    .getByRole('alertdialog', { name: 'Revoke the previous secret of Rotated?' })
    .getByRole('button', { name: 'Revoke now' })
    .click()
  await expect(page.getByText('Not used since the rotation')).toHaveCount(0)
  expect(await api.get(`${project}/clients/${clientId}`)).toMatchObject({ previousSecretExpiresAt: null })
})

test('the page of the sign-in test starts a test of the chosen project', async ({ page, api, world }) => {
  const { name, issuer } = await api.get<{ name: string; issuer: string }>(
    `/projects/${world.arranged.projectId}`,
  )
  await page.goto('/admin/sign-in-test')
  await page.getByRole('button', { name: 'Project Choose a project' }).click()
  await page.getByRole('menuitem', { name, exact: true }).click()
  await page.getByRole('button', { name: 'Test sign-in' }).click()
  await page.locator('input[name="login"]').waitFor()
  expect(page.url()).toContain(issuer)
})
