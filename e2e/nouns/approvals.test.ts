import { expect, test } from '../support/fixtures.ts'
import { type Machine, permitMachine } from '../support/machine.ts'

const reason = 'The contract with Acme ended, see ticket “4711”.'

interface UserRow {
  readonly id: string
}

test('an administrator reads the reason of an agent, approves its call, and sees that the agent made it', async ({
  page,
  api,
  world,
}) => {
  const { projectId } = world.arranged
  const users: UserRow[] = []
  for (const name of ['first', 'second', 'third'])
    users.push(await api.post(`/projects/${projectId}/users`, { email: `${name}-approval@example.com` }))
  const agent = await permitMachine(api, world.baseUrl, { name: 'Cleaner', approval: 'ask' })
  const deactivate = (headers: Readonly<Record<string, string>>): ReturnType<Machine['call']> =>
    agent.call(
      'POST',
      `/projects/${projectId}/users/bulk/deactivate`,
      { userIds: users.map(({ id }) => id) },
      { 'signet-reason': encodeURIComponent(reason), ...headers },
    )
  const { body } = await deactivate({})
  const approvalId = String(body.confirmation)

  await page.goto(`/admin/approvals/${approvalId}`)
  await expect(page.getByRole('heading', { level: 1 })).toContainText('(3)')
  await expect(page.getByText('This call locks out users or applications')).toBeVisible()
  await expect(page.getByRole('blockquote')).toHaveText(reason)
  await expect(page.getByText('The agent wrote this text.')).toBeVisible()
  // The agent waits for the decision while the administrator reads.
  const waiting = deactivate({ prefer: 'wait=40', 'signet-confirmation': approvalId })
  await page.getByRole('button', { name: /^Approve: .*\(3\)$/ }).click()
  expect((await waiting).status).toBe(200)
  const history = page.getByRole('list').filter({ hasText: 'Requested by Cleaner' })
  await expect(history).toContainText('Approved by ada@acme.example')
  await expect(history).toContainText('Executed by Cleaner')
  await expect(page.getByRole('button', { name: /^Approve/ })).toHaveCount(0)
})

test('the page of an update shows the old and the new value', async ({ page, api, world }) => {
  const { projectId } = world.arranged
  const group = await api.post<{ id: string }>(`/projects/${projectId}/groups`, { displayName: 'Sales' })
  const agent = await permitMachine(api, world.baseUrl, { name: 'Renamer', approvalFor: ['writes'] })
  const path = `/projects/${projectId}/groups/${group.id}`
  const { body } = await agent.call('PATCH', path, { displayName: 'Sales team' })
  await page.goto(`/admin/approvals/${body.confirmation}`)
  const changes = page.locator('section').filter({ has: page.getByRole('heading', { name: 'Changes' }) })
  await expect(changes).toContainText(/Sales.*→.*Sales team/)
  await page.getByRole('button', { name: 'Refuse…' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Refuse' }).click()
  await expect(page.getByText('Refused', { exact: true }).first()).toBeVisible()
})

test('a super administrator requires two approvals of an agent', async ({ page, api, world }) => {
  const agent = await permitMachine(api, world.baseUrl, { name: 'Two eyes', approval: 'ask' })
  await page.goto(`/admin/agents/${agent.entryId}`)
  await page.getByRole('tab', { name: 'Permissions' }).click()
  const two = page.getByRole('group', { name: /Calls that need two approvals/ })
  await two.getByText('Deletions').click()
  await page.getByRole('button', { name: 'Save' }).click()
  await page.getByText('Two eyes was changed.').waitFor()
  const { clients } = await api.get<{ clients: object[] }>('/mcp/clients?q=Two eyes')
  expect(clients).toMatchObject([{ secondApprovalFor: ['destroys'], approverTeamId: null }])
})
