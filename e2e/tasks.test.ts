import { startMailbox } from '@signet/testkit'
import type { Page } from 'playwright/test'
import type { AdminApi } from './support/admin-api.ts'
import { type Clicks, counter } from './support/clicks.ts'
import { expect, test } from './support/fixtures.ts'
import { signInAt, signInFirst } from './support/sign-in.ts'

/** Limits of clicks, from any page of the console. */
const most = { connectOkta: 8, findCause: 2, invite: 3, accept: 2, signIn: 10 } as const

interface Started {
  readonly page: Page
  readonly counted: Clicks
}

async function start(page: Page, address: string, heading: string): Promise<Started> {
  await page.goto(`/admin${address}`)
  await page.getByRole('heading', { name: heading, level: 1 }).waitFor()
  return { page, counted: counter() }
}

async function newProject(api: AdminApi, name: string) {
  const { id, issuer } = await api.post<{ id: string; issuer: string }>('/projects', { name })
  return { id, issuer, name }
}

test(`Okta is connected with at most ${most.connectOkta} clicks, and users see its button`, async ({
  page,
  api,
  newVisitor,
}) => {
  const { issuer, name } = await newProject(api, 'Connects Okta')
  const { counted } = await start(page, '/home', 'Home')
  await counted.click(page.getByRole('main').getByRole('link', { name }))
  await counted.click(page.getByRole('link', { name: 'Sign-in providers' }).first())
  await counted.click(page.getByRole('link', { name: 'New provider' }).first())
  await counted.click(page.getByText('Okta', { exact: true }))
  await page.getByLabel('Issuer').fill('https://acme.okta.example')
  await page.getByLabel('Client ID', { exact: true }).fill('0oa1234')
  await page.getByRole('textbox', { name: 'Client secret' }).fill('secret-of-the-provider')
  await counted.click(page.getByRole('button', { name: 'Create provider' }))
  await page.getByText('Okta was added.').waitFor()
  await expect(page.locator('details', { hasText: 'At the provider' })).toContainText(`${issuer}/federation/`)
  const visitor = await newVisitor()
  await visitor.goto(`${issuer}/account`)
  await visitor.getByRole('link', { name: 'Continue with Okta' }).waitFor()
  expect(counted.clicks).toBeLessThanOrEqual(most.connectOkta)
})

const origins = [
  ['/home', 'Home'],
  ['/system', 'System'],
  ['/audit', 'Audit'],
] as const

for (const [address, heading] of origins)
  test(`the reason why a user cannot sign in is shown after ${most.findCause} clicks from ${heading}`, async ({
    page,
    api,
  }) => {
    const { id } = await newProject(api, `Support from ${heading}`)
    const email = `barred-${heading.toLowerCase()}@tasks.example`
    const user = await api.post<{ id: string }>(`/projects/${id}/users`, {
      email,
      password: 'another horse and battery',
    })
    await api.post(`/projects/${id}/users/${user.id}/lock`, { reason: 'Lost the laptop' })
    const { counted } = await start(page, address, heading)
    await counted.click(page.getByRole('button', { name: 'Go to…' }))
    await page.getByPlaceholder('Search, or type a command…').fill(email)
    await counted.click(page.getByRole('menuitem', { name: email }))
    await page.getByText('Cannot sign in: locked by ada@acme.example').waitFor()
    expect(counted.clicks).toBeLessThanOrEqual(most.findCause)
  })

test(`an owner invites an administrator with ${most.invite} clicks from any page, who joins with ${most.accept}`, async ({
  api,
  newVisitor,
  world,
}) => {
  const mailbox = await startMailbox(world.mailPort)
  const { host, port } = mailbox
  await api.put('/settings/smtp', {
    ...{ host, port, secure: false, username: '', password: '' },
    ...{ fromName: 'Acme', fromEmail: 'no-reply@acme.example' },
  })
  const owner = { email: 'owner@tasks.example', password: 'yet another horse and battery' }
  const { id: userId } = await api.post<{ id: string }>('/admins', owner)
  const team = await api.post<{ id: string }>('/teams', { name: 'Inviting' })
  await api.post(`/teams/${team.id}/members`, { userId, role: 'owner' })
  const page = await newVisitor()
  await page.goto(`${world.baseUrl}/admin/home`)
  await signInFirst(page, owner)
  await page.getByRole('heading', { name: 'Home', level: 1 }).waitFor()
  await page.getByRole('button', { name: /Active team/ }).click()
  await page.getByRole('menuitemradio', { name: /Inviting/ }).click()
  await page.getByText('New projects now belong to Inviting.').waitFor()

  const counted = counter()
  await counted.click(page.getByRole('button', { name: 'Go to…' }))
  await page.getByPlaceholder('Search, or type a command…').fill('invite')
  await counted.click(page.getByRole('menuitem', { name: /Inviting/ }))
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Email address').fill('invited@tasks.example')
  await counted.click(dialog.getByRole('button', { name: 'Invite', exact: true }))
  await page.getByRole('cell', { name: 'invited@tasks.example' }).waitFor()
  const { link = '' } = await mailbox.next('invited@tasks.example')
  await mailbox.close()
  expect(counted.clicks).toBeLessThanOrEqual(most.invite)
  await acceptInvitation(await newVisitor(), link)
})

/** The link of the message signs the new administrator in after one typed field. */
async function acceptInvitation(page: Page, link: string): Promise<void> {
  await page.goto(link)
  await page.getByRole('heading', { name: 'Join Inviting' }).waitFor()
  await page.getByLabel('New password', { exact: true }).fill('yet another horse and battery')
  const counted = counter()
  await counted.click(page.getByRole('button', { name: 'Accept the invitation' }))
  await counted.click(page.locator('button[name="decline"]'))
  await page.getByRole('heading', { name: 'Inviting', level: 1 }).waitFor()
  expect(counted.clicks).toBeLessThanOrEqual(most.accept)
  await page.goto(link)
  await page.getByRole('heading', { name: 'This invitation was accepted already' }).waitFor()
  await expect(page.getByRole('link', { name: 'Sign in' })).toBeVisible()
}

test(`an application is created and a user signs in to it with at most ${most.signIn} clicks`, async ({
  page,
  api,
}) => {
  const { id, name } = await newProject(api, 'Signs in')
  const user = { email: 'signs-in@tasks.example', password: 'another horse and battery' }
  await api.post(`/projects/${id}/users`, user)
  const { counted } = await start(page, '/home', 'Home')
  await counted.click(page.getByRole('main').getByRole('link', { name }))
  await counted.click(page.getByRole('link', { name: 'Applications' }).first())
  await counted.click(page.getByRole('link', { name: 'New application' }).first())
  await page.getByLabel('Name', { exact: true }).fill('Storefront')
  await page
    .getByRole('group', { name: 'Redirect addresses' })
    .getByRole('textbox')
    .first()
    .fill('https://shop.example/callback')
  await counted.click(page.getByRole('button', { name: 'Create application' }))
  await counted.click(page.getByRole('button', { name: 'I have stored the secret' }))
  await page.getByRole('heading', { name: 'Storefront', level: 1 }).waitFor()
  await counted.click(page.getByRole('button', { name: 'Test sign-in' }))
  await page.locator('input[name="login"]').waitFor()
  await signInAt(page, user)
  const succeeded = page.getByText('The sign-in works')
  const allow = page.getByRole('button', { name: 'Allow', exact: true })
  await succeeded.or(allow).first().waitFor()
  if (await allow.isVisible()) await counted.click(allow)
  await succeeded.waitFor()
  expect(counted.clicks).toBeLessThanOrEqual(most.signIn)
})
