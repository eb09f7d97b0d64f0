import type { Page } from 'playwright/test'
import type { AdminApi } from '../support/admin-api.ts'
import { counter } from '../support/clicks.ts'
import { expect, test } from '../support/fixtures.ts'
import { signInAt } from '../support/sign-in.ts'

const password = 'another horse and battery'

interface Company {
  readonly projectId: string
  readonly issuer: string
  readonly providerId: string
  readonly connectionId: string
  readonly userId: string
  readonly email: string
}

type Connection = Omit<Company, 'userId' | 'email'> & {
  send(path: string, body: object): Promise<{ readonly status: number; readonly id?: string }>
}

async function connect(api: AdminApi, name: string): Promise<Connection> {
  const { id: projectId, issuer } = await api.post<{ id: string; issuer: string }>('/projects', { name })
  const project = `/projects/${projectId}`
  const { id: providerId } = await api.post<{ id: string }>(`${project}/federation`, {
    displayName: 'Acme sign-in',
    issuer: 'https://login.acme.example',
    clientId: 'signet',
    clientSecret: 'a secret of the provider',
  })
  const { id: connectionId, scimBaseUrl } = await api.post<{ id: string; scimBaseUrl: string }>(
    `${project}/provisioning-connections`,
    { displayName: 'Acme staff', providerId, directory: 'generic' },
  )
  const { staticToken } = await api.post<{ staticToken: string }>(
    `${project}/provisioning-connections/${connectionId}/credentials`,
    { kind: 'static_token', lifetimeDays: 90 },
  )
  return {
    projectId,
    issuer,
    providerId,
    connectionId,
    async send(path, body) {
      const response = await fetch(`${scimBaseUrl}${path}`, {
        method: 'POST',
        headers: { authorization: `Bearer ${staticToken}`, 'content-type': 'application/scim+json' },
        body: JSON.stringify(body),
      })
      const { id } = (await response.json()) as { readonly id?: string }
      return { status: response.status, ...(id === undefined ? {} : { id }) }
    },
  }
}

async function connectCompany(api: AdminApi, name: string): Promise<Company> {
  const { send: sendAny, ...connection } = await connect(api, name)
  const { projectId } = connection
  const send = async (path: string, body: object): Promise<string> => {
    const { status, id } = await sendAny(path, body)
    if (id === undefined) throw new Error(`${path}: ${status}`)
    return id
  }
  const ids: string[] = []
  const email = (one: string) => `${one}@${projectId.replaceAll('_', '-')}.example`
  for (const one of ['grace', 'joan', 'mary'])
    ids.push(
      await send('/Users', {
        userName: email(one),
        externalId: `${one}-${projectId}`,
        emails: [{ value: email(one), primary: true }],
      }),
    )
  const members = ids.slice(0, 2).map((value) => ({ value }))
  await send('/Groups', { displayName: 'Engineers', members })
  const userId = ids[0] ?? ''
  await api.post(`/projects/${projectId}/users/${userId}/password`, { password })
  return { ...connection, userId, email: email('grace') }
}

const openSettings = async (page: Page, { projectId, connectionId }: Company) => {
  await page.goto(`/admin/projects/${projectId}/directories/${connectionId}`)
  await page.getByRole('heading', { name: 'Acme staff', level: 1 }).waitFor()
}

/** Values that must not change when the directory ends. */
async function stateOf(api: AdminApi, { projectId, userId }: Company) {
  const { email, username, status, verified, passwordSet, groups } = await api.get(
    `/projects/${projectId}/users/${userId}`,
  )
  return { email, username, status, verified, passwordSet, groups }
}

const most = 5

test('a company leaves and its users stay: released in at most five clicks, and the connection and the provider are deleted', async ({
  page,
  api,
  newVisitor,
}) => {
  const company = await connectCompany(api, 'Leaving company')
  const visitor = await newVisitor()
  await visitor.goto(`${company.issuer}/account`)
  await signInAt(visitor, { email: company.email, password })
  await visitor.getByRole('heading', { level: 1 }).waitFor()
  const signedIn = visitor.url()
  const before = await stateOf(api, company)

  await openSettings(page, company)
  const counted = counter()
  await counted.click(page.getByRole('tab', { name: 'Settings' }))
  await counted.click(page.getByRole('button', { name: 'Release', exact: true }))
  const question = page.getByRole('alertdialog')
  await question.getByText('Administrators manage 3 users and 1 group of Acme staff afterwards').waitFor()
  await question.getByText('2 users never signed in and have no password').waitFor()
  await counted.click(question.getByRole('button', { name: 'Release' }))
  await page.getByText('3 users were changed.').waitFor()
  expect(counted.clicks).toBeLessThanOrEqual(most)
  expect(await stateOf(api, company)).toEqual(before)

  await counted.click(page.getByRole('button', { name: 'Delete', exact: true }))
  await counted.click(page.getByRole('alertdialog').getByRole('button', { name: 'Delete connection' }))
  await page.getByText('Acme staff was deleted.').waitFor()
  expect(counted.clicks).toBeLessThanOrEqual(most)

  await page.goto(`/admin/projects/${company.projectId}/providers/${company.providerId}`)
  const ofProvider = counter()
  await ofProvider.click(page.getByRole('tab', { name: 'Settings' }))
  await ofProvider.click(page.getByRole('link', { name: 'State and deletion' }))
  await ofProvider.click(page.getByRole('button', { name: 'Delete', exact: true }))
  await ofProvider.click(page.getByRole('alertdialog').getByRole('button', { name: 'Delete provider' }))
  await page.getByText('Acme sign-in was deleted.').waitFor()
  expect(ofProvider.clicks).toBeLessThanOrEqual(most)

  expect(await stateOf(api, company)).toEqual(before)
  await visitor.goto(signedIn)
  await expect(visitor.getByLabel('Password', { exact: true })).toHaveCount(0)
  const again = await newVisitor()
  await again.goto(`${company.issuer}/account`)
  await signInAt(again, { email: company.email, password })
  await again.getByRole('heading', { level: 1 }).waitFor()
  expect(again.url()).toBe(signedIn)
})

test('a company changes its directory: users and groups are handed over in at most five clicks with their ids', async ({
  page,
  api,
}) => {
  const company = await connectCompany(api, 'Moving company')
  const project = `/projects/${company.projectId}`
  const { id: providerId } = await api.post<{ id: string }>(`${project}/federation`, {
    displayName: 'New sign-in',
    issuer: 'https://login.new.example',
    clientId: 'signet',
    clientSecret: 'a secret of the provider',
  })
  const { id: next } = await api.post<{ id: string }>(`${project}/provisioning-connections`, {
    displayName: 'New directory',
    providerId,
    directory: 'generic',
  })
  const before = await stateOf(api, company)
  await openSettings(page, company)
  const counted = counter()
  await counted.click(page.getByRole('tab', { name: 'Settings' }))
  await counted.click(page.getByRole('button', { name: 'Hand over…' }))
  await counted.click(
    page.getByRole('dialog').getByRole('button', { name: 'Hand over to another directory' }),
  )
  const question = page.getByRole('alertdialog')
  await question.getByText('New directory manages 3 users and 1 group of Acme staff afterwards').waitFor()
  await counted.click(question.getByRole('button', { name: 'Hand over to another directory' }))
  await page.getByText('3 users were changed.').waitFor()
  expect(counted.clicks).toBeLessThanOrEqual(most)
  expect(await stateOf(api, company)).toEqual(before)
  expect(await api.get(`${project}/provisioning-connections/${next}`)).toMatchObject({
    managedUsers: 3,
    managedGroups: 1,
  })
})

test('a company leaves with its users: they are deleted in at most five clicks after the name was typed', async ({
  page,
  api,
}) => {
  const company = await connectCompany(api, 'Departed company')
  const project = `/projects/${company.projectId}`
  const stays = await api.post<{ id: string }>(`${project}/users`, {
    email: 'stays@customer.example',
    password,
  })
  await openSettings(page, company)
  const counted = counter()
  await counted.click(page.getByRole('tab', { name: 'Settings' }))
  await counted.click(page.getByRole('button', { name: 'Delete users and groups' }))
  const question = page.getByRole('alertdialog')
  await question.getByText('3 users and 1 group of Acme staff are deleted').waitFor()
  await question.getByRole('textbox').fill('Acme staff')
  await counted.click(question.getByRole('button', { name: 'Delete users and groups' }))
  await page.getByText('3 users were changed.').waitFor()
  expect(counted.clicks).toBeLessThanOrEqual(most)
  const { users } = await api.get<{ users: readonly { readonly id: string }[] }>(`${project}/users`)
  expect(users.map(({ id }) => id)).toEqual([stays.id])
  await counted.click(page.getByRole('button', { name: 'Delete', exact: true }))
  await counted.click(page.getByRole('alertdialog').getByRole('button', { name: 'Delete connection' }))
  await page.getByText('Acme staff was deleted.').waitFor()
  expect(counted.clicks).toBeLessThanOrEqual(most)
})

test('the page of a directory shows its steps and the first request without a reload, and an administrator finds each refused user of the directory in the console by address, user name and external id', async ({
  page,
  api,
}) => {
  const { projectId, connectionId, send } = await connect(api, 'Refusing company')
  await page.goto(`/admin/projects/${projectId}/directories/${connectionId}?tab=requests`)
  await page.getByText('No change received yet.').waitFor()
  await page.getByRole('tab', { name: 'Overview' }).click()
  await page.getByText('Waiting for the first request of the directory').waitFor()
  expect(await send('/Users', { userName: 'first' })).toMatchObject({ status: 201 })
  await page.getByText('The first request arrived').waitFor()
  const refused = Array.from({ length: 20 }, (_, index) => ({
    userName: `refused-${index}`,
    externalId: `ext-${index}`,
    emails: [{ value: `refused-${index}@company.example`, primary: true }],
    active: 'perhaps',
  }))
  for (const [index, user] of refused.entries()) {
    expect(await send('/Users', user)).toMatchObject({ status: 400 })
    expect(await send('/Users', { userName: `arrived-${index}` })).toMatchObject({ status: 201 })
  }
  const list = page.getByRole('table', { name: 'Not arrived' })
  // The service stores the requests after the first one together, a few seconds later.
  await expect(async () => {
    await page.goto(`/admin/projects/${projectId}/directories/${connectionId}?tab=requests`)
    await page.getByRole('heading', { name: 'Not arrived 20', level: 2 }).waitFor({ timeout: 2_000 })
  }).toPass()
  const search = page.getByRole('searchbox', { name: 'Search requests' })
  for (const { userName, externalId, emails } of refused)
    for (const name of [userName, externalId, emails[0]?.value ?? '']) {
      await search.fill(name)
      await page.getByRole('heading', { name: 'Not arrived 1', level: 2, exact: true }).waitFor()
      await list.getByText(userName, { exact: true }).waitFor()
    }
})
