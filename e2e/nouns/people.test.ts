import { expect, test } from '../support/fixtures.ts'
import { expectUncovered } from '../support/page-checks.ts'

test('a user is created, locked with a reason, unlocked, signed out, renamed and deleted', async ({
  page,
  api,
  world,
}) => {
  const project = `/projects/${world.arranged.projectId}`
  const email = 'people@customer.example'
  await page.goto(`/admin${project}/users/new`)
  await page.getByLabel('Email address').fill(email)
  await page.getByLabel('Given name').fill('Adele')
  await page.getByRole('button', { name: 'Generate' }).click()
  await page.getByText('Copy the password now').waitFor()
  await expect(page.getByRole('textbox', { name: 'Password' })).toHaveAttribute('type', 'text')
  await page.getByRole('button', { name: 'Create user' }).click()
  await page.getByRole('heading', { name: 'Adele', level: 1 }).waitFor()
  const id = new URL(page.url()).pathname.split('/').at(-1)

  await page.getByRole('tab', { name: 'Access' }).click()
  await page.getByRole('button', { name: 'Lock', exact: true }).waitFor()
  await expect(page.getByText('Lost authenticator')).toHaveCount(0)
  await page
    .getByRole('button', { name: /^Invite to add a passkey.*This instance has no mail server/ })
    .waitFor()
  await expect(page.getByText('This instance has no mail server.', { exact: true })).toHaveCount(1)
  await page.getByRole('button', { name: 'Lock', exact: true }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByText('The user is signed out of 0 applications.').waitFor()
  await dialog.getByRole('button', { name: 'Lock' }).click()
  await dialog.getByText('Required.', { exact: true }).waitFor()
  await dialog.getByLabel('Reason').fill('Lost the laptop')
  await dialog.getByRole('button', { name: 'Lock' }).click()
  await page.getByText('Lost the laptop').waitFor()
  expect(await api.get(`${project}/users/${id}`)).toMatchObject({ status: 'locked' })

  await page.getByText('Cannot sign in: locked by ada@acme.example').waitFor()
  await page.getByRole('button', { name: 'Unlock', exact: true }).click()
  await page.getByText(`${email} was unlocked.`).waitFor()
  await page.getByText('Lost the laptop').waitFor({ state: 'detached' })
  await page.getByRole('button', { name: 'Undo', exact: true }).click()
  await page.getByText('Lost the laptop').waitFor()
  expect(await api.get(`${project}/users/${id}`)).toMatchObject({ status: 'locked' })
  await page.getByRole('button', { name: 'Unlock', exact: true }).click()
  await page.getByText('Cannot sign in: locked').waitFor({ state: 'detached' })
  await expectUncovered(page)

  await page.getByRole('button', { name: 'Mark verified' }).click()
  await page.getByText('The address is verified.').waitFor()
  await page.getByRole('button', { name: 'Change address' }).click()
  await dialog.getByLabel('New email address').fill('grace@customer.example')
  await dialog.getByRole('button', { name: 'Change address' }).click()
  await dialog.getByText('Another account has this address').waitFor()
  await dialog.getByLabel('New email address').fill('renamed@customer.example')
  await dialog.getByRole('button', { name: 'Change address' }).click()
  await page.getByText('renamed@customer.example', { exact: true }).first().waitFor()

  await page.getByRole('tab', { name: 'Timeline' }).click()
  const unlocked = page.getByRole('button', { name: /unlocked user/ }).first()
  await unlocked.waitFor()
  await expect(unlocked).not.toContainText(/in Acme|@customer/)
  await page.getByRole('heading', { name: /^Today, /, level: 2 }).waitFor()
  await page.getByRole('tab', { name: 'Settings' }).click()
  await page.getByLabel('Given name').fill('Grace')
  const language = page.getByRole('combobox', { name: /Language/ })
  await language.pressSequentially('de-CH-1996')
  await page.getByRole('combobox', { name: /Time zone/ }).fill('zurich')
  await page.getByRole('option', { name: 'Europe/Zurich' }).click()
  await page.getByRole('button', { name: 'Save profile' }).click()
  await page.getByText('The profile was saved.').waitFor()
  expect(await api.get(`${project}/users/${id}`)).toMatchObject({
    profile: { name: { givenName: 'Grace' }, locale: 'de-CH-1996', timezone: 'Europe/Zurich' },
  })
  await language.fill('swiss high')
  await page.getByRole('option', { name: 'Swiss High German' }).click()
  await expect(language).toHaveValue('Swiss High German')
  await page.getByRole('button', { name: 'Discard' }).click()
  await expect(language).toHaveValue('de-CH-1996')
  await page.getByRole('tab', { name: 'Access' }).click()
  await page.getByRole('button', { name: 'Delete', exact: true }).click()
  const question = page.getByRole('alertdialog')
  await question.getByRole('link', { name: 'Lock the account instead' }).click()
  await dialog.getByLabel('Reason').waitFor()
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Delete', exact: true }).click()
  await expect(question.getByRole('button', { name: 'Delete user' })).toBeDisabled()
  await question.getByText(/^Signed in to 0 applications, member of \d+ groups?$/).waitFor()
  await expect(question.getByLabel('Type renamed@customer.example to confirm')).toBeFocused()
  await page.keyboard.type('renamed@customer.example')
  await question.getByRole('button', { name: 'Delete user' }).click()
  await page.getByText('renamed@customer.example was deleted.').waitFor()
  await page.getByRole('heading', { name: 'Users', level: 1 }).waitFor()
})

test('the palette leads in two steps to the reason why a user cannot sign in, and to the change that removes it', async ({
  page,
  api,
  world,
}) => {
  const project = `/projects/${world.arranged.projectId}`
  const email = 'barred@customer.example'
  const password = 'another horse and battery'
  const { id } = await api.post<{ id: string }>(`${project}/users`, { email, password })
  await api.patch(`${project}/users/${id}`, { active: false })
  await page.goto('/admin/home')
  await page.getByRole('button', { name: 'Go to…' }).click()
  await page.getByPlaceholder('Search, or type a command…').fill('barred')
  await page.getByRole('menuitem', { name: email }).click()
  await page.getByText('Cannot sign in: Deactivated').waitFor()

  await page.getByRole('button', { name: 'Activate', exact: true }).click()
  await page.getByText('Can sign in', { exact: true }).waitFor()
  await expect(page.getByRole('main').locator('header').first()).toContainText('Unverified')
  await page.getByRole('button', { name: 'Undo', exact: true }).click()
  await page.getByText('Cannot sign in: Deactivated').waitFor()
  expect(await api.get(`${project}/users/${id}`)).toMatchObject({ active: false })
})

test('the tab API of a user shows one call at a time, with the ids of the user as shell variables', async ({
  page,
  world,
}) => {
  const { projectId, userId } = world.arranged
  await page.goto(`/admin/projects/${projectId}/users/${userId}?tab=api`)
  const panel = page.getByRole('tabpanel', { name: 'API' })
  await expect(panel).toContainText(`USER_ID='${userId}'`)
  await expect(panel).toContainText(`PROJECT_ID='${projectId}'`)
  const call = (name: string) => panel.getByRole('listitem').filter({ hasText: name })
  await expect(call('Read a user')).toContainText('curl "$SIGNET/projects/$PROJECT_ID/users/$USER_ID"')
  await panel.getByRole('button', { name: /Lock a user/ }).click()
  await expect(call('Lock a user').first()).toContainText('"reason":')
  await expect(call('Read a user')).not.toContainText('curl')
  await page.reload()
  await expect(call('Lock a user').first()).toContainText('$USER_ID/lock"')
})

test('several users are listed by address and deactivated together, each with its own result', async ({
  page,
  api,
  world,
}) => {
  const project = `/projects/${world.arranged.projectId}`
  const emails = ['bulk1@customer.example', 'bulk2@customer.example']
  const made = await Promise.all(
    emails.map((email) =>
      api.post<{ id: string }>(`${project}/users`, { email, password: 'another horse and battery' }),
    ),
  )
  await api.patch(`${project}/users/${made[0]?.id}`, { active: false })
  await page.goto(`/admin${project}/users?q=bulk`)
  const head = page.getByRole('columnheader', { name: /Email address/ })
  await expect(head).toHaveAttribute('aria-sort', 'ascending')
  await page.getByRole('checkbox', { name: 'Select all on this page' }).click({ force: true })
  await page.getByText('2 selected').waitFor()
  await page.getByRole('button', { name: 'Deactivate' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Deactivate (2)' }).click()
  const results = page.getByRole('dialog', { name: 'Results' })
  await expect(results.getByRole('listitem').filter({ hasText: emails[0] ?? '' })).toContainText(
    'Already deactivated',
  )
  await expect(results.getByRole('listitem').filter({ hasText: emails[1] ?? '' })).toContainText('Done')
  expect(await api.get(`${project}/users/${made[1]?.id}`)).toMatchObject({ active: false })
})

test('a group is created, filled, renamed, emptied and deleted, and a taken name is rejected', async ({
  page,
  world,
}) => {
  const project = `/projects/${world.arranged.projectId}`
  await page.goto(`/admin${project}/groups`)
  await page.getByRole('button', { name: 'New group' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Group name').fill('Engineering')
  await dialog.getByRole('button', { name: 'Create group' }).click()
  await dialog.getByText('Something with this name already exists').waitFor()
  await dialog.getByLabel('Group name').fill('support')
  await dialog.getByRole('button', { name: 'Create group' }).click()
  await page.getByRole('heading', { name: 'support', level: 1 }).waitFor()

  await page.getByRole('button', { name: 'Add members' }).click()
  await dialog.getByRole('searchbox').fill('grace')
  await dialog.getByText('grace@customer.example').click()
  await dialog.getByRole('button', { name: 'Add 1 member' }).click()
  await page.getByRole('link', { name: 'grace@customer.example' }).waitFor()
  await page.getByRole('cell', { name: 'Unverified' }).waitFor()
  await page.getByRole('button', { name: 'Remove' }).click()
  await page.getByText('No members yet.').waitFor()
  await page.getByRole('button', { name: 'Undo', exact: true }).click()
  await page.getByRole('link', { name: 'grace@customer.example' }).waitFor()
  await page.getByRole('button', { name: 'Remove' }).click()
  await page.getByText('No members yet.').waitFor()

  await page.getByRole('button', { name: 'Rename' }).click()
  await dialog.getByLabel('Group name').fill('helpdesk')
  await dialog.getByRole('button', { name: 'Rename' }).click()
  await page.getByRole('heading', { name: 'helpdesk', level: 1 }).waitFor()
  await page.getByRole('tab', { name: 'Timeline' }).click()
  const addition = page.getByRole('button', { name: /added members to group/ }).first()
  await expect(addition).toContainText('grace@customer.example')
  await page.getByRole('tab', { name: 'Settings' }).click()
  await page.getByLabel('Group name').fill('service desk')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await page.getByRole('heading', { name: 'service desk', level: 1 }).waitFor()
  await page.getByRole('button', { name: 'More actions' }).click()
  await page.getByRole('menuitem', { name: 'Copy id' }).waitFor()
  await page.getByRole('menuitem', { name: 'Delete group' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete group' }).click()
  await page.getByText('service desk was deleted.').waitFor()
})
