import { expect, test } from '../support/fixtures.ts'
import { signInFirst } from '../support/sign-in.ts'

test('a team is created, an administrator joins, becomes its owner and leaves, and the team is deleted', async ({
  page,
  api,
}) => {
  const email = 'joins@acme.example'
  await api.post('/admins', { email, password: 'yet another horse and battery' })
  await page.goto('/admin/teams')
  await page.getByRole('button', { name: 'New team' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: 'Create' }).click()
  await dialog.getByText('Required.').waitFor()
  await dialog.getByLabel('Name').fill('Platform')
  await dialog.getByLabel('Name').press('Enter')
  await page.getByRole('heading', { name: 'Platform', level: 1 }).waitFor()

  await page.getByRole('button', { name: /^More actions: ada@/ }).click()
  const removal = page.getByRole('menuitem', { name: 'Remove' })
  await expect(removal).toBeDisabled()
  await expect(removal).toContainText('A team needs an owner')
  await page.keyboard.press('Escape')

  await page.getByRole('button', { name: 'Add an administrator' }).click()
  await dialog.getByRole('searchbox').fill('JOINS@')
  await dialog.getByText(email).click()
  await dialog.getByRole('button', { name: 'Add', exact: true }).click()
  const member = page.getByRole('listitem').filter({ hasText: email })
  const more = member.getByRole('button', { name: `More actions: ${email}` })
  await more.click()
  await page.getByRole('menuitem', { name: 'Change role' }).click()
  await dialog.getByRole('button', { name: 'Member' }).click()
  await page.getByRole('option', { name: 'Viewer' }).click()
  await dialog.getByRole('button', { name: 'Change role' }).click()
  await member.getByText('Viewer').waitFor()
  const undo = page.getByRole('button', { name: 'Undo', exact: true })
  await undo.click()
  await member.getByText('Member', { exact: true }).waitFor()
  await more.click()
  await removal.click()
  await expect(member).toHaveCount(0)
  await undo.click()
  await member.getByText('Member', { exact: true }).waitFor()
  await more.click()
  await removal.click()
  await expect(member).toHaveCount(0)

  await page.getByRole('tab', { name: 'Settings' }).click()
  await page.getByRole('button', { name: 'Delete', exact: true }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click()
  await page.getByText('Platform was deleted.').waitFor()
  await page.getByRole('heading', { name: 'Teams', level: 1 }).waitFor()
})

test('the palette finds an administrator by the start of an address, and opens the page', async ({
  page,
  api,
  world,
}) => {
  const { id } = await api.post<{ id: string }>(`/projects/${world.arranged.projectId}/users`, {
    email: 'palette@customer.example',
    password: 'another horse and battery',
  })
  await page.goto('/admin/home')
  await page.getByRole('heading', { name: 'Home', level: 1 }).waitFor()
  await page.keyboard.press('Control+k')
  await page.getByRole('dialog').getByRole('textbox').or(page.getByRole('combobox')).first().fill('PALETTE@')
  await page.getByRole('menuitem', { name: /palette@customer\.example/ }).click()
  await page.getByRole('heading', { name: 'palette@customer.example', level: 1 }).waitFor()
  expect(page.url()).toContain(id)
})

test('the home page shows a failed read in place of the items that it lacks, and counts the sign-ins of projects', async ({
  page,
}) => {
  await page.route('**/trpc/provisioning_hold_list**', (route) => route.abort())
  await page.goto('/admin/home')
  await page.getByRole('button', { name: 'Try again' }).waitFor()
  await expect(page.getByText('Everything works')).toHaveCount(0)
  await page.unroute('**/trpc/provisioning_hold_list**')
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByRole('button', { name: 'Try again' })).toHaveCount(0)
  // The directory of the world has no credential.
  await expect(page.getByText('Directory without a credential: Acme directory')).toBeVisible()
  await expect(page.getByRole('row', { name: /^Administrators [1-9]/ })).toBeVisible()
})

test('the page of an administrator has the address in its breadcrumb, shows the reasons of disabled changes, and links to the sessions, of which all others are ended', async ({
  page,
  world,
}) => {
  await page.goto(`/admin/administrators/${world.arranged.adminId}?tab=access`)
  await expect(page.getByRole('navigation', { name: 'Breadcrumb' })).toContainText('ada@acme.example')
  const notice = page.getByRole('status').filter({ hasText: 'This is your own account.' })
  await expect(notice.getByRole('link', { name: 'Your sessions' })).toHaveAttribute('href', '/admin/sessions')
  await expect(page.getByText('This is your own account.', { exact: true })).toHaveCount(1)
  await expect(
    page.getByRole('button', { name: /^Deactivate.*only active super administrator/ }),
  ).toBeVisible()
  await expect(notice).toContainText('This is the only active super administrator.')
  await expect(page.getByText('Lost authenticator')).toHaveCount(0)

  // Other journeys have real sessions of the same administrator.
  const ended: string[] = []
  const at = new Date().toISOString()
  const session = (id: string) => ({
    id,
    current: id === 'own',
    lastSeenAt: at,
    signedInAt: at,
    expiresAt: at,
  })
  await page.route('**/trpc/own_session_list*', (route) => {
    const sessions = ['own', 'second', 'third'].filter((id) => !ended.includes(id)).map(session)
    return route.fulfill({ json: { result: { data: { sessions } } } })
  })
  await page.route('**/trpc/own_session_end*', (route) => {
    ended.push(route.request().postDataJSON().sessionId)
    return route.fulfill({ json: { result: { data: {} } } })
  })
  await notice.getByRole('link', { name: 'Your sessions' }).click()
  const endOthers = page.getByRole('button', { name: 'Sign out all others' })
  await endOthers.click()
  await page.getByText('2 sessions were ended.').waitFor()
  expect(ended).toEqual(['second', 'third'])
  await expect(endOthers).toHaveCount(0)
})

test('a machine is permitted by its platform for a project that is chosen by name, limited, and withdrawn', async ({
  page,
  api,
  world,
}) => {
  await page.goto('/admin/agents/new')
  await page.getByText('Claude Code').click()
  await expect(page.getByLabel('Name', { exact: true })).toHaveValue('Claude Code')
  await expect(page.getByLabel('Metadata document or client ID')).toBeHidden()
  await page.getByText('A machine by its platform').click()
  await expect(page.getByLabel('Name', { exact: true })).toHaveValue('')
  const form = page.getByRole('form', { name: 'New agent' })
  await form.getByLabel('Name', { exact: true }).fill('Nightly')
  await form.getByLabel('Name of the machine').fill('nightly')
  await form.getByLabel('Issuer of its tokens').fill('https://token.actions.githubusercontent.com')
  await form.getByLabel('Exact subject of its tokens').fill('repo:acme/infra:ref:refs/heads/main')
  await form.getByText('ada@acme.example').click()
  await form.getByText('Teams, projects and last day').click()
  await form.getByRole('button', { name: 'Add project' }).click()
  await page.getByRole('menuitem', { name: 'Acme', exact: true }).click()
  await form.getByRole('button', { name: 'Remove Acme' }).waitFor()
  await form.getByRole('button', { name: 'Create agent' }).click()
  await page.getByRole('heading', { name: 'Nightly', level: 1 }).waitFor()

  await page.getByRole('tab', { name: 'Permissions' }).click()
  await page.getByText('More settings').click()
  await page.getByLabel('Calls per minute').fill('30')
  await page.getByRole('button', { name: 'Save' }).click()
  await page.getByText('Nightly was changed.').waitFor()
  const { clients } = await api.get<{ clients: object[] }>('/mcp/clients?q=nightly')
  expect(clients).toMatchObject([
    {
      callsPerMinute: 30,
      approval: 'ask',
      actsForEmail: 'ada@acme.example',
      projectIds: [world.arranged.projectId],
    },
  ])

  await page.getByRole('button', { name: 'Withdraw' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Withdraw' }).click()
  await page.getByRole('heading', { name: 'Agents', level: 1 }).waitFor()
})

test('a plan is created, is not assigned to new projects, and is deleted', async ({ page, api }) => {
  await page.goto('/admin/system?tab=plans')
  await page.getByRole('button', { name: 'New plan' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('ID', { exact: true }).fill('trial')
  await dialog.getByLabel('Name', { exact: true }).fill('Trial')
  await dialog.getByLabel('Applications', { exact: true }).fill('2')
  await dialog.getByRole('button', { name: 'Create' }).click()
  await page.getByText('Plan Trial was created.').waitFor()
  const { plans } = await api.get<{ plans: { id: string }[] }>('/plans')
  expect(plans.find(({ id }) => id === 'trial')).toMatchObject({
    default: false,
    limits: { applicationsPerProject: 2, apisPerProject: null },
  })
  const plan = page.locator('section').filter({ has: page.getByRole('heading', { name: 'Trial' }) })
  await plan.getByRole('button', { name: 'Delete' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click()
  await page.getByText('Plan Trial was deleted.').waitFor()
})

test('a service account is created for jobs of a repository, changed and deleted', async ({ page, api }) => {
  await api.post('/teams', { name: 'Robots' })
  await page.goto('/admin/service-accounts')
  await page.getByRole('link', { name: 'New service account' }).first().click()
  await page.getByRole('heading', { name: 'New service account', level: 1 }).waitFor()
  await page.getByLabel('Name', { exact: true }).fill('Release')
  await page.getByRole('button', { name: /Team/ }).last().click()
  await page.getByRole('option', { name: 'Robots' }).click()
  const until = page.getByRole('button', { name: /Permitted until/ })
  await expect(until).toContainText('90 days')
  await until.click()
  await page.getByRole('option', { name: 'No end' }).click()
  await page.getByText('Permitted until it is withdrawn.').waitFor()
  await until.click()
  await page.getByRole('option', { name: 'Other date' }).click()
  await page.getByLabel('Last day').fill('2099-12-31')
  await page.getByText(/Until the end of .*2099, UTC/).waitFor()
  await page.getByLabel('Accepted subjects (sub)').fill('repo:*/infra:ref:refs/heads/main')
  await page.getByRole('button', { name: 'Create service account' }).click()
  await page.getByText(/Must name the owner of the repository/).waitFor()
  await page.getByLabel('Accepted subjects (sub)').fill('repo:acme/release:ref:refs/heads/*')
  await page.getByRole('button', { name: 'Create service account' }).click()
  await page.getByRole('heading', { name: 'Release', level: 1 }).waitFor()
  const main = page.getByRole('main')
  await expect(main.locator('section').filter({ hasText: 'Signs in with' })).toContainText(
    'repo:acme/release:ref:refs/heads/*',
  )
  await expect(main.locator('section').filter({ hasText: 'Rights' })).toContainText('Robots')
  await page.getByRole('tab', { name: 'Settings' }).click()
  await page.getByLabel('Name', { exact: true }).fill('Release train')
  await page.getByRole('form', { name: 'General' }).getByRole('button', { name: 'Save' }).click()
  await page.getByRole('heading', { name: 'Release train', level: 1 }).waitFor()
  await expect(page.getByRole('navigation', { name: 'Breadcrumb' })).toContainText('Release train')

  await page.getByRole('tab', { name: 'Sign-in' }).click()
  await page.getByLabel('Further claims').fill('environment=production')
  await page.getByRole('button', { name: 'Add a workload' }).click()
  const added = page.getByRole('group', { name: 'Workload', exact: true })
  await added.getByLabel('Issuer of the tokens').fill('https://token.actions.githubusercontent.com')
  await added.getByLabel('Accepted subjects (sub)').fill('repo:acme/docs:ref:refs/heads/main')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect
    .poll(
      async () =>
        (await api.get<{ serviceAccounts: object[] }>('/service-accounts?q=Release')).serviceAccounts,
    )
    .toMatchObject([
      {
        name: 'Release train',
        workloads: [
          { subject: 'repo:acme/release:ref:refs/heads/*', claims: { environment: 'production' } },
          { subject: 'repo:acme/docs:ref:refs/heads/main' },
        ],
      },
    ])

  await page.getByRole('button', { name: 'Edit labels' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('textbox', { name: 'Labels' }).fill('team=platform')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await page.getByText('team=platform').waitFor()
  await page.getByRole('tab', { name: 'API' }).click()
  await page.getByRole('button', { name: /GET.*me/ }).waitFor()
  await page.getByRole('tab', { name: 'Settings' }).click()
  await page.getByRole('button', { name: 'Delete' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click()
  await page.getByText('Release train was deleted.').waitFor()
  await expect(page.getByRole('row').filter({ hasText: 'Release train' })).toHaveCount(0)
})

test('support resets credentials of users in the console, and the console names the reason at every other change', async ({
  api,
  world,
  newVisitor,
}) => {
  const who = { email: 'support@acme.example', password: 'yet another horse and battery' }
  const { id: userId } = await api.post<{ id: string }>('/admins', who)
  const { id: teamId } = await api.post<{ id: string }>('/teams', { name: 'Help desk' })
  await api.post(`/teams/${teamId}/members`, { userId, role: 'support' })
  const { id: projectId } = await api.post<{ id: string }>('/projects', { name: 'Helped', teamId })
  const user = await api.post<{ id: string }>(`/projects/${projectId}/users`, {
    email: 'ann@customer.example',
    password: 'another horse and battery',
  })
  const page = await newVisitor()
  await page.goto(`${world.baseUrl}/admin/projects`)
  await signInFirst(page, who)
  await page.getByRole('heading', { name: 'Projects', level: 1 }).waitFor()
  await page.goto(`${world.baseUrl}/admin/teams/${teamId}?tab=projects`)
  await expect(page.getByRole('row').filter({ hasText: 'Helped' })).toContainText('/helped')
  await page.goto(`${world.baseUrl}/admin/projects/${projectId}/users/${user.id}`)
  await page.getByRole('button', { name: 'Set password' }).waitFor()
  await expect(page.getByRole('button', { name: 'Set password' })).not.toHaveAttribute(
    'aria-disabled',
    'true',
  )
  await page.getByRole('tab', { name: 'Access' }).click()
  const deactivate = page.getByRole('button', { name: /^Deactivate/ })
  await expect(deactivate).toHaveAttribute('aria-disabled', 'true')
  await expect(deactivate).toContainText(
    "Only members and owners of the project's team can change its users.",
  )
  await page.keyboard.press('Control+k')
  await page
    .getByRole('dialog')
    .getByRole('searchbox')
    .or(page.getByRole('dialog').locator('input'))
    .first()
    .fill('Delete')
  await expect(page.getByRole('menuitem', { name: 'Delete a user' })).toHaveCount(0)
})
