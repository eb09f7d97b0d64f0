import type { Page } from 'playwright/test'
import type { AdminApi } from '../support/admin-api.ts'
import { expect, test } from '../support/fixtures.ts'
import { keyboardOf } from '../support/keyboard.ts'

const password = 'another horse and battery'

async function begin(page: Page, api: AdminApi, name: string) {
  const { id } = await api.post<{ id: string }>('/projects', { name })
  await page.goto('/admin/home')
  await heading(page, 'Home')
  return { project: `/projects/${id}`, keys: keyboardOf(page) }
}

const heading = (page: Page, name: string) => page.getByRole('heading', { name, level: 1 }).waitFor()

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })

const navigation = (page: Page, name: string) =>
  page.getByRole('navigation').getByRole('link', { name, exact: true })

async function openProject(page: Page, api: AdminApi, name: string) {
  const begun = await begin(page, api, name)
  await begun.keys.goTo(name, page.getByRole('menuitem', { name: new RegExp(`^${name}`) }).first())
  await heading(page, name)
  return begun
}

test('a project is created, with the keyboard only', async ({ page, api }) => {
  const { keys } = await begin(page, api, 'Before the keyboard')
  await keys.press(navigation(page, 'Projects'))
  await heading(page, 'Projects')
  await keys.press(page.getByRole('link', { name: 'New project' }))
  await keys.fill(page.getByLabel('Name', { exact: true }), 'Typed project')
  await page.keyboard.press('Enter')
  await heading(page, 'Typed project')
})

test('an application is created, and its secret confirmed, with the keyboard only', async ({ page, api }) => {
  const { project, keys } = await openProject(page, api, 'Typed applications')
  await keys.press(navigation(page, 'Applications'))
  await keys.press(page.getByRole('link', { name: 'New application' }).first())
  await keys.fill(page.getByLabel('Name', { exact: true }), 'Storefront')
  const redirect = page.getByRole('group', { name: 'Redirect addresses' }).getByRole('textbox').first()
  await keys.fill(redirect, 'https://shop.example/callback')
  await keys.press(button(page, 'Create application'))
  await button(page, 'I have stored the secret').waitFor()
  await page.keyboard.press('Escape')
  await keys.press(button(page, 'I have stored the secret'))
  await heading(page, 'Storefront')
  const { clients } = await api.get<{ clients: object[] }>(`${project}/clients`)
  expect(clients).toMatchObject([{ redirectUris: ['https://shop.example/callback'] }])
})

test('a user is created, locked with a reason, and unlocked, with the keyboard only', async ({
  page,
  api,
}) => {
  const { project, keys } = await openProject(page, api, 'Typed users')
  await keys.press(navigation(page, 'Users'))
  await keys.press(page.getByRole('link', { name: 'New user' }).first())
  await keys.fill(page.getByLabel('Email address'), 'typed@customer.example')
  await keys.press(button(page, 'Generate'))
  await keys.press(button(page, 'Create user'))
  await heading(page, 'typed@customer.example')
  await keys.selectTab('Access')
  await keys.press(button(page, 'Lock'))
  const dialog = page.getByRole('dialog')
  await keys.fill(dialog.getByLabel('Reason'), 'Lost the laptop')
  await keys.press(dialog.getByRole('button', { name: 'Lock' }))
  await page.getByText('Cannot sign in: locked by ada@acme.example').waitFor()
  await keys.press(button(page, 'Unlock'))
  await page.getByText('typed@customer.example was unlocked.').waitFor()
  const { users } = await api.get<{ users: object[] }>(`${project}/users`)
  expect(users).toMatchObject([{ status: 'active' }])
})

test('the reason why a user cannot sign in is found and removed, with the keyboard only', async ({
  page,
  api,
}) => {
  const { project, keys } = await begin(page, api, 'Typed support')
  const email = 'typed-support@customer.example'
  const { id } = await api.post<{ id: string }>(`${project}/users`, { email, password })
  await api.patch(`${project}/users/${id}`, { active: false })
  await keys.goTo(email, page.getByRole('menuitem', { name: email }))
  await page.getByText('Cannot sign in: Deactivated').waitFor()
  await keys.press(button(page, 'Activate'))
  await page.getByText('Can sign in', { exact: true }).waitFor()
})

test('a group is created, and a member chosen, with the keyboard only', async ({ page, api }) => {
  const { project, keys } = await openProject(page, api, 'Typed groups')
  await api.post(`${project}/users`, { email: 'member@customer.example', password })
  await keys.press(navigation(page, 'Groups'))
  await keys.press(button(page, 'New group').first())
  const dialog = page.getByRole('dialog')
  await keys.fill(dialog.getByLabel('Group name'), 'support')
  await page.keyboard.press('Enter')
  await heading(page, 'support')
  await keys.press(button(page, 'Add members').first())
  await keys.fill(dialog.getByRole('searchbox'), 'member')
  await keys.press(dialog.getByRole('checkbox', { name: /member@customer\.example/ }), 'Space')
  await keys.press(dialog.getByRole('button', { name: 'Add 1 member' }))
  await page.getByRole('link', { name: 'member@customer.example' }).waitFor()
})

test('a provider is chosen from the catalogue and added, with the keyboard only', async ({ page, api }) => {
  const { project, keys } = await openProject(page, api, 'Typed providers')
  await keys.press(navigation(page, 'Sign-in providers'))
  await keys.press(page.getByRole('link', { name: 'New provider' }).first())
  await keys.press(page.getByRole('radio', { name: 'Google' }), 'ArrowDown')
  const okta = page.getByRole('radio', { name: 'Okta' })
  for (let step = 0; step < 8 && !(await okta.isChecked()); step += 1) await page.keyboard.press('ArrowDown')
  await keys.fill(page.getByLabel('Issuer'), 'https://typed.okta.example')
  await keys.fill(page.getByLabel('Client ID', { exact: true }), '0oa1234')
  await keys.fill(page.getByRole('textbox', { name: 'Client secret' }), 'secret-of-the-provider')
  await keys.press(button(page, 'Create provider'))
  await page.getByText('Okta was added.').waitFor()
  const { providers } = await api.get<{ providers: object[] }>(`${project}/federation`)
  expect(providers).toMatchObject([{ catalogueId: 'okta' }])
})

test('a project is renamed, and its settings are saved, with the keyboard only', async ({ page, api }) => {
  const { project, keys } = await openProject(page, api, 'Typed settings')
  await keys.press(navigation(page, 'Settings'))
  await heading(page, 'Settings')
  await keys.fill(page.getByLabel('Name', { exact: true }), 'Renamed by keys')
  await page.keyboard.press('Enter')
  await expect.poll(() => api.get(project)).toMatchObject({ name: 'Renamed by keys' })
})

test('a setting of the instance is found, changed after a question, and reset, with the keyboard only', async ({
  page,
  api,
}) => {
  const { keys } = await begin(page, api, 'Typed instance settings')
  await keys.press(navigation(page, 'System'))
  await heading(page, 'System')
  await keys.fill(page.getByRole('searchbox', { name: 'Search settings' }), 'scim.rateLimit.max')
  const setting = page
    .getByRole('group', { name: 'Requests per directory', exact: true })
    .filter({ has: page.getByRole('textbox') })
  await keys.fill(setting.getByRole('textbox'), '5000')
  await keys.press(setting.getByRole('button', { name: 'Save' }))
  const question = page.getByRole('alertdialog')
  await keys.press(question.getByRole('button', { name: 'Change' }))
  await question.waitFor({ state: 'detached' })
  await keys.press(setting.getByRole('button', { name: 'Reset to default' }))
  await keys.press(question.getByRole('button', { name: 'Change' }))
  await expect(setting.getByRole('button', { name: 'Reset to default' })).toHaveCount(0)
})

test('an entry of the audit is filtered and previewed, and its object opened, with the keyboard only', async ({
  page,
  api,
}) => {
  const { keys } = await begin(page, api, 'Typed audit')
  await keys.press(navigation(page, 'Audit'))
  await heading(page, 'Audit')
  await keys.press(button(page, 'Filter'))
  await page.getByRole('menuitemradio', { name: 'Projects' }).waitFor()
  await page.keyboard.type('Projects')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/actionPrefix=project/)
  const entry = page.getByRole('link', { name: /created project Typed audit/ }).first()
  await keys.press(entry, 'Space')
  const side = page.getByRole('region', { name: 'Side view' })
  await side.getByText('project.create').waitFor()
  await keys.press(entry)
  await heading(page, 'Typed audit')
})

test('a user is deleted after the address was typed, with the keyboard only', async ({ page, api }) => {
  const { project, keys } = await begin(page, api, 'Typed deletion')
  const email = 'typed-deletion@customer.example'
  await api.post(`${project}/users`, { email, password })
  await keys.goTo(email, page.getByRole('menuitem', { name: email }))
  await heading(page, email)
  await keys.selectTab('Access')
  await keys.press(button(page, 'Delete'))
  const question = page.getByRole('alertdialog')
  await keys.fill(question.getByRole('textbox'), email)
  await keys.press(question.getByRole('button', { name: 'Delete user' }))
  await page.getByText(`${email} was deleted.`).waitFor()
})

test('the appearance is chosen in the account menu, with the keyboard only', async ({ page, api }) => {
  const { keys } = await begin(page, api, 'Typed appearance')
  await keys.press(page.getByRole('button', { name: /^Account/ }))
  await page.getByRole('menuitemradio', { name: 'Dark' }).waitFor()
  await page.keyboard.type('Dark')
  await page.keyboard.press('Enter')
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark')
})
