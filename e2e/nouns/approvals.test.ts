import type { Browser } from 'playwright/test'
import { expect, test } from '../support/fixtures.ts'
import { type Machine, permitMachine } from '../support/machine.ts'
import type { World } from '../support/world.ts'

const reason = 'The contract with Acme ended, see ticket “4711”.'

interface UserRow {
  readonly id: string
}

/** The list and the home page name the operation in the language of the reader. */
async function expectGermanTitle(browser: Browser, { signedIn, baseUrl }: World, id: string): Promise<void> {
  const context = await browser.newContext({ storageState: signedIn, baseURL: baseUrl, locale: 'de-DE' })
  const german = await context.newPage()
  await german.goto('/admin/approvals')
  const link = german.locator(`[data-row-link][href$="/approvals/${id}"]`)
  await expect(link).toHaveText('Mehrere Benutzer deaktivieren')
  await german.goto('/admin/home')
  await expect(german.getByText('Mehrere Benutzer deaktivieren')).toBeVisible()
  await context.close()
}

test('an administrator reads the reason of an agent, approves its call, and sees that the agent made it', async ({
  page,
  browser,
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

  await page.setViewportSize({ width: 390, height: 900 })
  await page.goto('/admin/approvals')
  const row = page.getByRole('row').filter({ has: page.locator(`a[href$="/approvals/${approvalId}"]`) })
  await expect(row).toContainText('Acme')
  await expect(row).toContainText(/Expires in \d/)
  await expect(page.getByRole('rowheader').first()).toHaveText('Waiting')
  const decide = page.locator(`a[href$="/approvals/${approvalId}"]`, { hasText: /^Decide$/ })
  await decide.click()
  await page.setViewportSize({ width: 1280, height: 720 })
  await expect(page.getByRole('heading', { level: 1 })).toContainText('(3)')
  await expect(page.getByRole('navigation', { name: 'Breadcrumb' })).toContainText('(3)')
  await expect(page.getByText('This call locks out users or applications')).toBeVisible()
  await expect(page.getByRole('blockquote')).toHaveText(reason)
  await expect(page.getByText('The agent wrote this text.')).toBeVisible()
  await expect(page.getByText('May approve')).toBeVisible()
  await expectGermanTitle(browser, world, approvalId)
  await expect(page.getByRole('button', { name: /^Approve: / })).toBeInViewport()
  // The agent waits for the decision while the administrator reads.
  const waiting = deactivate({ prefer: 'wait=40', 'signet-confirmation': approvalId })
  await page.getByRole('button', { name: /^Approve: .*\(3\)$/ }).click()
  expect(await waiting).toMatchObject({ status: 200 })
  const history = page.getByRole('list').filter({ hasText: 'Requested by Cleaner' })
  await expect(history).toContainText('Approved by ada@acme.example')
  await expect(history).toContainText('Executed by Cleaner')
  await expect(page.getByRole('button', { name: /^Approve/ })).toHaveCount(0)
  await page.goto('/admin/approvals')
  await expect(row).toContainText('ada@acme.example')
})

test('the page of an update shows the old and the new value', async ({ page, api, world }) => {
  const { projectId } = world.arranged
  const group = await api.post<{ id: string }>(`/projects/${projectId}/groups`, { displayName: 'Sales' })
  const agent = await permitMachine(api, world.baseUrl, { name: 'Renamer', approvalFor: ['writes'] })
  const path = `/projects/${projectId}/groups/${group.id}`
  await agent.call('PATCH', path, { displayName: 'Sales team' })
  await page.goto('/admin/approvals?q=Renamer')
  await page.getByRole('link', { name: 'Decide' }).click()
  const request = page.locator('section').filter({ has: page.getByRole('heading', { name: 'Request' }) })
  await expect(request).toContainText(/Request\s*Name\s*Sales.*→.*Sales team\s*Object/)
  await expect(request).toContainText(/Members\s*0/)
  await page.getByRole('button', { name: 'Refuse…' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Refuse' }).click()
  await expect(page.getByText('Refused', { exact: true }).first()).toBeVisible()
  await expect(page.getByRole('main').locator('header').first()).toContainText(
    /Refused\s*ada@acme\.example · /,
  )
  await expect(page.getByRole('list').filter({ hasText: 'Refused by ada@acme.example' })).toBeVisible()
  await page.goto('/admin/approvals?q=Renamer')
  await expect(page.getByRole('row', { name: 'Rename a group' })).toContainText(/Refused\s*ada@acme\.example/)
  await page.goto('/admin/audit?actionPrefix=mcp.approval.')
  const entry = page.getByRole('row').filter({ hasText: 'refused a call of agent Renamer' })
  await expect(entry).toContainText('Rename a group')
})

test('a super administrator requires two approvals of an agent', async ({ page, api, world }) => {
  const agent = await permitMachine(api, world.baseUrl, { name: 'Two eyes', approval: 'ask' })
  await page.goto(`/admin/agents/${agent.entryId}`)
  await page.getByRole('tab', { name: 'Permissions' }).click()
  await page.getByText('More settings').click()
  const two = page.getByRole('group', { name: /Calls that need two approvals/ })
  await two.getByText('Deletions').click()
  await page.getByRole('button', { name: 'Save' }).click()
  await page.getByText('Two eyes was changed.').waitFor()
  const { clients } = await api.get<{ clients: object[] }>('/mcp/clients?q=Two eyes')
  expect(clients).toMatchObject([{ secondApprovalFor: ['destroys'], approverTeamId: null }])
})

function recordNotices(): void {
  const shown: Notification[] = []
  const state = { asked: 0, isHidden: false }
  const Real = window.Notification
  class Recorded extends Real {
    constructor(title: string, options?: NotificationOptions) {
      super(title, options)
      shown.push(this)
    }
    static override requestPermission(): Promise<NotificationPermission> {
      state.asked += 1
      return Real.requestPermission()
    }
  }
  Object.assign(window, { Notification: Recorded, recordedNotices: { shown, state } })
  Object.defineProperty(document, 'hidden', { get: () => state.isHidden })
}

declare global {
  interface Window {
    readonly recordedNotices: {
      readonly shown: readonly Notification[]
      readonly state: { asked: number; isHidden: boolean }
    }
  }
}

test('a browser with permission shows a notification of a new approval while the console is hidden, which opens it', async ({
  page,
  context,
  api,
  world,
}) => {
  const { projectId } = world.arranged
  await context.grantPermissions(['notifications'])
  await page.addInitScript(recordNotices)
  await page.clock.install()
  const agent = await permitMachine(api, world.baseUrl, { name: 'Notifier', approvalFor: ['writes'] })
  const request = async (displayName: string): Promise<string> => {
    const { body } = await agent.call('POST', `/projects/${projectId}/groups`, { displayName })
    return String(body.confirmation)
  }
  const titles = () =>
    page.evaluate(() => window.recordedNotices.shown.map(({ title, tag }) => ({ title, tag })))
  const hide = (isHidden: boolean) =>
    page.evaluate((value) => void Object.assign(window.recordedNotices.state, { isHidden: value }), isHidden)
  await request('Before')

  await page.goto('/admin/approvals')
  const button = page.getByRole('button', { name: 'Notify me in this browser' })
  const control = page.getByRole('button', { name: 'Browser notifications' })
  await control.click()
  expect(await page.evaluate(() => window.recordedNotices.state.asked)).toBe(0)
  await button.click()
  await page.getByText('Notifications are on in this browser.').waitFor()
  expect(await page.evaluate(() => window.recordedNotices.state.asked)).toBe(1)

  // The choice is stored in the browser, and holds on every page of the console.
  await page.goto('/admin/teams')
  await page.getByRole('heading', { level: 1 }).waitFor()
  await page.clock.runFor(31_000)
  await hide(true)
  const approvalId = await request('While hidden')
  await page.clock.runFor(31_000)
  await expect.poll(titles).toEqual([{ title: 'Notifier needs your approval', tag: approvalId }])
  await page.clock.runFor(61_000)
  expect(await titles()).toHaveLength(1)

  await page.evaluate(() => window.recordedNotices.shown[0]?.onclick?.(new Event('click')))
  await expect(page).toHaveURL(`/admin/approvals/${approvalId}`)
  await hide(false)
  await request('While visible')
  await page.clock.runFor(31_000)
  expect(await titles()).toHaveLength(1)

  await page.goto('/admin/approvals')
  await control.click()
  await page.getByRole('button', { name: 'Turn off' }).click()
  await button.waitFor()
  await page.keyboard.press('Escape')
  const shown = await page.getByRole('table').locator('[data-row-link]').count()
  await hide(true)
  await request('After')
  await page.clock.runFor(61_000)
  await expect(page.getByRole('table').locator('[data-row-link]')).toHaveCount(shown + 1)
  expect(await titles()).toEqual([])
})

test('the page of approvals names a browser that blocks notifications', async ({ page }) => {
  await page.addInitScript(() => Object.defineProperty(Notification, 'permission', { value: 'denied' }))
  await page.goto('/admin/approvals')
  await page.getByRole('button', { name: 'Browser notifications' }).click()
  await expect(page.getByText('This browser blocks notifications of this site.')).toBeVisible()
})

test('a super administrator sets the webhook of approvals, sees its secret once, and removes it', async ({
  page,
  api,
}) => {
  await page.goto('/admin/agents?tab=messages')
  const card = page.locator('section').filter({ hasText: 'Messages about approvals' })
  await card.getByLabel('Address of the receiver').fill('https://chat.acme.example/hooks/signet')
  await card.getByRole('button', { name: 'Set address' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Set address' }).click()
  const secret = page.getByRole('alertdialog').getByRole('textbox', { name: 'Signing secret' })
  await expect(secret).toHaveValue(/^whsec_/)
  await page.getByRole('button', { name: 'I have stored the secret' }).click()
  await card.getByRole('button', { name: 'Test' }).click()
  await expect(card.getByText('The message was not delivered')).toBeVisible()
  expect(await api.get('/mcp/approval-webhook')).toMatchObject({
    url: 'https://chat.acme.example/hooks/signet',
  })
  await card.getByRole('button', { name: 'Remove' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Remove' }).click()
  await expect(card.getByRole('button', { name: 'Remove' })).toHaveCount(0)
  expect(await api.get('/mcp/approval-webhook')).toMatchObject({ url: null })
})
