import { expect, test } from '../support/fixtures.ts'

test('a list is navigated, previewed, sorted, filtered, arranged and saved, with the keyboard only', async ({
  page,
  api,
}) => {
  const { id } = await api.post<{ id: string }>('/projects', { name: 'Lists' })
  const users = `/projects/${id}/users`
  for (const name of ['ann', 'ben', 'cleo'])
    await api.post(users, { email: `${name}@lists.example`, password: 'another horse and battery' })
  const link = (name: string) => page.getByRole('link', { name: `${name}@lists.example`, exact: true })
  const peek = page.getByRole('region', { name: 'Side view' })
  await page.goto(`/admin${users}`)

  await link('ann').or(link('cleo')).first().waitFor()
  await expect(page.getByRole('row').filter({ has: link('ann') })).toContainText('Unverified')
  const first = page.getByRole('table').getByRole('link').first()
  const names = await page.getByRole('table').getByRole('link').allTextContents()
  await first.focus()
  await page.keyboard.press('Space')
  await expect(peek).toContainText(names[0] ?? '')
  await expect(peek).toContainText('Second factor')
  await expect(peek).toContainText('Last activeNever')
  await page.keyboard.press('ArrowDown')
  await expect(peek).toContainText(names[1] ?? '')
  await page.keyboard.press('End')
  await expect(peek).toContainText(names[2] ?? '')
  await page.keyboard.press('Escape')
  await expect(peek).toHaveCount(0)

  await page.getByRole('button', { name: 'Filter', exact: true }).press('Enter')
  await page.getByRole('menuitemradio', { name: 'Unverified' }).press('Enter')
  await expect(page).toHaveURL(/verified=no/)
  await page.getByRole('button', { name: 'Display' }).press('Enter')
  await page.getByRole('menuitemcheckbox', { name: 'Created' }).press('Enter')
  await expect(page.getByRole('columnheader', { name: 'Created' })).toHaveCount(0)
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Views' }).press('Enter')
  await page.getByRole('menuitem', { name: 'Save this view' }).press('Enter')
  await page.keyboard.type('To be verified')
  await page.keyboard.press('Enter')
  await page.getByRole('button', { name: 'To be verified' }).waitFor()

  await page.goto(`/admin${users}`)
  await expect(page.getByRole('columnheader', { name: 'Status' })).toBeVisible()
  await expect(page.getByRole('columnheader', { name: 'Created' })).toHaveCount(0)
  await page.getByRole('button', { name: 'Views' }).press('Enter')
  await page.getByRole('menuitem', { name: 'To be verified' }).press('Enter')
  await expect(page).toHaveURL(/verified=no/)
  await page.getByRole('button', { name: 'Remove the filter Address' }).press('Enter')
  await expect(page).not.toHaveURL(/verified/)
})

test('an empty list has a drawing, rows have one height, numbers end at the right, and a long value is cut off with its text as title', async ({
  page,
  api,
}) => {
  const { id } = await api.post<{ id: string }>('/projects', { name: 'Long names' })
  await page.goto(`/admin/projects/${id}/groups`)
  await page.locator('main svg[viewBox="0 0 200 112"]').waitFor()
  const displayName = 'A group with a long name '.repeat(8).trim()
  for (const each of [displayName, 'short']) await api.post(`/projects/${id}/groups`, { displayName: each })
  await page.reload()
  const long = page.getByRole('link', { name: displayName })
  await long.hover()
  await expect(page.locator('.one-line', { has: long })).toHaveAttribute('title', displayName)
  const [name, table] = [
    await page.locator('td[data-name]').first().boundingBox(),
    await page.getByRole('table').boundingBox(),
  ]
  expect((name?.width ?? 0) / (table?.width ?? 1)).toBeCloseTo(1 / 3, 1)
  const rows = page.getByRole('table').locator('tbody tr')
  const heights = await rows.evaluateAll((all) => all.map((each) => each.getBoundingClientRect().height))
  expect(heights).toHaveLength(2)
  for (const height of heights) expect(Math.abs(height - 36)).toBeLessThanOrEqual(1)
  const spaces = await page
    .locator('td.text-right > .one-line')
    .evaluateAll((cells) =>
      cells.map(
        (cell) =>
          Number(cell.parentElement?.getBoundingClientRect().right) - cell.getBoundingClientRect().right,
      ),
    )
  expect(spaces.length).toBeGreaterThan(0)
  for (const space of spaces) expect(space).toBe(16)
})

test('a link restores the side view of a list and the live audit, and so does the back button', async ({
  page,
  api,
}) => {
  const { id } = await api.post<{ id: string }>('/projects', { name: 'Linked lists' })
  const groups = `/admin/projects/${id}/groups`
  for (const displayName of ['first', 'second']) await api.post(`/projects/${id}/groups`, { displayName })
  const peek = page.getByRole('region', { name: 'Side view' })
  await page.goto(groups)
  const link = page.getByRole('table').getByRole('link', { name: 'second', exact: true })
  await link.focus()
  await page.keyboard.press('Space')
  await expect(peek).toContainText('second')
  await expect(page).toHaveURL(/\?peek=\w+$/)
  await page.reload()
  await expect(peek).toContainText('second')
  await link.click()
  await page.getByRole('heading', { name: 'second', level: 1 }).waitFor()
  await page.goBack()
  await expect(peek).toContainText('second')
  await peek.getByRole('button', { name: 'Close' }).click()
  await expect(page).toHaveURL(groups)

  await page.clock.install()
  await page.goto(`/admin/audit?targetId=${id}`)
  const live = page.getByRole('switch', { name: 'Live' })
  await live.check({ force: true })
  await expect(page).toHaveURL(/live=yes/)
  await page
    .getByRole('table')
    .getByRole('link', { name: /created project/ })
    .focus()
  await page.keyboard.press('Space')
  await expect(page).toHaveURL(/peek=\w+/)
  await page.reload()
  await expect(live).toBeChecked()
  await expect(peek).toContainText('project.create')
  await api.patch(`/projects/${id}`, { name: 'Renamed while live' })
  await page.clock.runFor(5_000)
  await page
    .getByRole('table')
    .getByRole('link', { name: /changed project/ })
    .waitFor()
  await expect(peek).toContainText('project.create')

  await page.getByText(/^Live, last read/).waitFor()
  await page.route(/trpc\/audit_list/, (route) => route.abort())
  await page.clock.runFor(6_000)
  await page.getByText(/^Disconnected, retrying/).waitFor()
  await expect(peek).toContainText('project.create')
  await page.unroute(/trpc\/audit_list/)
  await page.clock.runFor(6_000)
  await page.getByText(/^Live, last read/).waitFor()
})

test('a list that was not read because of the network is read again after a pause', async ({ page }) => {
  await page.clock.install()
  await page.route(/trpc\/team_list/, (route) => route.abort())
  await page.goto('/admin/teams')
  const attempt = page.getByText(/^Next attempt/)
  await expect(async () => {
    await page.clock.runFor(1_000)
    await expect(attempt).toBeVisible({ timeout: 100 })
  }).toPass()
  await page.unroute(/trpc\/team_list/)
  await page.clock.runFor(3_000)
  await page.getByRole('table').getByRole('link', { name: 'Engineering' }).waitFor()
  await expect(attempt).toHaveCount(0)
})

test('the order of a column is requested from the server, and stays in the address', async ({
  page,
  api,
}) => {
  const { id } = await api.post<{ id: string }>('/projects', { name: 'Orders' })
  for (const displayName of ['beta', 'alpha', 'gamma'])
    await api.post(`/projects/${id}/groups`, { displayName })
  await page.goto(`/admin/projects/${id}/groups`)
  const head = page.getByRole('columnheader', { name: 'Group' })
  const names = () => page.getByRole('table').getByRole('link').allTextContents()
  await expect(head).toHaveAttribute('aria-sort', 'ascending')
  await expect.poll(names).toEqual(['alpha', 'beta', 'gamma'])
  await head.getByRole('button').click()
  await expect.poll(names).toEqual(['gamma', 'beta', 'alpha'])
  await page.reload()
  await expect.poll(names).toEqual(['gamma', 'beta', 'alpha'])
  await page.getByText('3 results').waitFor()
})

test('a narrow list shows the main columns of a row below its name, a recent sign-in its application, and no head', async ({
  page,
  world,
}) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto(`/admin/projects/${world.arranged.projectId}/groups`)
  const row = page.getByRole('row').filter({ hasText: 'engineering' })
  const name = await row.getByRole('link').boundingBox()
  const members = await row.locator('[data-label="Members"]').boundingBox()
  expect(members?.y).toBeGreaterThan(name?.y ?? Number.POSITIVE_INFINITY)
  await expect(row.locator('[data-label="Created"]')).toBeHidden()
  await expect(page.getByRole('columnheader')).toHaveCount(0)

  const at = new Date().toISOString()
  const used = { clientId: 'app_1', clientName: 'Storefront', offline: false, provider: null }
  await page.route('**/trpc/project_user_session_list*', (route) =>
    route.fulfill({
      json: { result: { data: { applications: [{ ...used, signedInAt: at, lastTokenAt: at }] } } },
    }),
  )
  await page.goto(`/admin/projects/${world.arranged.projectId}/users/${world.arranged.userId}`)
  const signIn = page.getByRole('table', { name: 'Recent sign-ins' }).getByRole('row', { name: /^Signed in/ })
  await expect(signIn).toContainText('Storefront ·', { useInnerText: true })
})

test('a super administrator reads the names of teams they do not belong to', async ({ page, api }) => {
  const { teams } = await api.get<{ teams: { name: string; kind: string }[] }>('/teams')
  const system = teams.find(({ kind }) => kind === 'system')?.name ?? ''
  await page.goto('/admin/projects')
  await expect(page.getByRole('cell', { name: system, exact: true }).first()).toBeVisible()
  await page.getByRole('link', { name: 'Default' }).first().click()
  await page.getByRole('navigation').getByRole('link', { name: 'Settings' }).click()
  await expect(page.getByText(system, { exact: true }).first()).toBeVisible()
})
