import { expect, test } from '../support/fixtures.ts'

test('the home page sends each read of its first content once and while its scripts load, and names its scripts in the document', async ({
  page,
}) => {
  await page.goto('/admin/home')
  await page.getByRole('heading', { name: 'Home', level: 1 }).waitFor()
  await page.getByRole('columnheader', { name: 'Failed' }).waitFor()
  await expect(page.locator('tbody tr svg rect').first()).toBeVisible()
  const figures = page.getByLabel('Figures of the instance')
  await expect(figures.getByRole('link')).toHaveCount(4)
  await expect(figures.getByText(/^Counting since|a week before$/).first()).toBeVisible()
  const { reads, scripts, named } = await page.evaluate(() => {
    const entries = performance.getEntriesByType('resource') as PerformanceResourceTiming[]
    const paths = [...document.querySelectorAll<HTMLLinkElement>('link[rel=modulepreload]')]
    return {
      reads: ['whoami', 'sign_in_overview_get', 'project_list'].map((name) =>
        entries.filter((entry) => entry.name.includes(`/trpc/${name}?`)).map(({ startTime }) => startTime),
      ),
      scripts: entries.filter(({ name }) => name.endsWith('.js')).map(({ responseEnd }) => responseEnd),
      named: paths.map(({ href }) => href),
    }
  })
  for (const starts of reads) {
    expect(starts).toHaveLength(1)
    expect(starts[0]).toBeLessThan(Math.max(...scripts))
  }
  expect(named.filter((href) => /\/(?:app|shell)-/.test(href))).toHaveLength(2)
})

test('the pages before the sign-in request no caller, name the instance, and have a button for the next step', async ({
  newVisitor,
}) => {
  const page = await newVisitor()
  const callers: string[] = []
  page.on('request', (request) => {
    if (request.url().includes('/trpc/whoami')) callers.push(request.url())
  })
  await page.goto('/admin/setup')
  await page.getByRole('heading', { name: 'Set up this instance' }).waitFor()
  await expect(page.getByText(new URL(page.url()).host)).toBeVisible()
  await expect(page.getByRole('listitem').filter({ hasText: 'Administrator' })).toHaveAttribute(
    'aria-current',
    'step',
  )
  const widths = await page
    .getByRole('listitem')
    .evaluateAll((steps) => steps.map((step) => Math.round(step.getBoundingClientRect().width)))
  expect([widths.length, new Set(widths).size]).toEqual([3, 1])
  await expect(page.getByLabel('Setup token')).toHaveCount(0)
  await page.getByLabel('Password', { exact: true }).fill('horse')
  await expect(page.getByText('5 of 12 characters')).toBeVisible()
  await expect(page.getByText('At least')).toHaveCount(0)
  await page.goto('/admin/invitation')
  await page.getByRole('heading', { name: 'This invitation link is incomplete' }).waitFor()
  await expect(page.getByText('Already have an account? Sign in')).toBeVisible()
  await expect(page.getByRole('main').getByRole('link', { name: 'Sign in' })).toBeVisible()
  const link = page.getByLabel('Paste the whole link')
  await expect(link).toBeFocused()
  await link.fill(`${page.url()}#other`)
  await page.getByRole('button', { name: 'Open the invitation' }).click()
  await expect(page.getByText('The link has no token.')).toBeVisible()
  await link.fill(`${page.url()}#token=of-no-message`)
  await page.getByRole('button', { name: 'Open the invitation' }).click()
  await page.getByRole('heading', { name: 'This invitation is unknown' }).waitFor()
  expect(callers).toEqual([])
})
