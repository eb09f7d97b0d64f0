import { expect, test } from '../support/fixtures.ts'
import { addAxe, expectAccessible } from '../support/page-checks.ts'

const key = 'plans.regularTeamsPerAdministrator'
const name = 'Regular teams per administrator'

interface Settings {
  readonly settings: readonly { readonly key: string; readonly value: unknown }[]
}

test('a setting is found by its name, changed after a confirmation, and set to a former value from its history', async ({
  page,
  api,
}) => {
  const stored = async () =>
    (await api.get<Settings>('/settings')).settings.find((one) => one.key === key)?.value
  await page.goto('/admin/system')
  await page.getByRole('searchbox', { name: 'Search settings' }).fill('teams per administrator')
  const setting = page.getByRole('group', { name }).filter({ has: page.getByRole('textbox') })
  await expect(page.getByText(key)).toBeHidden()
  await page.getByText('Show keys').click()
  await expect(page.getByText(key)).toBeVisible()
  await expect(page.getByText('Changed', { exact: true })).toHaveCount(0)
  await setting.getByRole('textbox').fill('four')
  await setting.getByText('Enter a whole number.').waitFor()
  const question = page.getByRole('alertdialog')
  for (const value of ['4', '5']) {
    await setting.getByRole('textbox').fill(value)
    await setting.getByRole('button', { name: 'Save' }).click()
    await question.getByRole('button', { name: 'Change' }).click()
    await question.waitFor({ state: 'detached' })
  }
  await page.getByText('The setting is in effect.').waitFor()
  expect(await stored()).toBe(5)
  await expect(page.getByText('Changed', { exact: true })).toBeVisible()
  await expect(page.getByText(/Changed by ada@acme\.example/).first()).toBeVisible()

  await page.getByRole('button', { name: 'History' }).click()
  const history = page.getByRole('list', { name: `History of ${name}` })
  await expect(history.getByRole('listitem')).toHaveCount(2)
  await history.getByRole('button', { name: `Undo: set ${name} to 4` }).click()
  await question.getByText('5 → 4').waitFor()
  await question.getByRole('button', { name: 'Change' }).click()
  await expect(history.getByRole('listitem')).toHaveCount(3)
  expect(await stored()).toBe(4)

  await setting.getByRole('button', { name: 'Reset to default' }).click()
  await question.getByText('4 → 3').waitFor()
  await question.getByRole('button', { name: 'Change' }).click()
  await expect(setting.getByRole('button', { name: 'Reset to default' })).toHaveCount(0)
  await expect(page.getByText(/Changed by ada@acme\.example/).first()).toBeVisible()
  expect(await stored()).toBe(3)
})

test('an undo of a setting is refused when another administrator changed the settings after they were read', async ({
  page,
  api,
}) => {
  const setting = 'rateLimit.client.windowSeconds'
  for (const value of [61, 62]) await api.put('/settings', { [setting]: value })
  await page.goto(`/admin/system?q=${setting}`)
  await page.getByRole('button', { name: 'History' }).click()
  await page.getByRole('button', { name: /^Undo: .* to 61$/ }).click()
  const question = page.getByRole('alertdialog')
  await question.getByText('62 → 61').waitFor()
  await api.put('/settings', { [setting]: 63 })
  await question.getByRole('button', { name: 'Change' }).click()
  await question.getByRole('alert').waitFor()
  await question.getByText('63 → 61').waitFor()
  const { settings } = await api.get<Settings>('/settings')
  expect(settings.find((one) => one.key === setting)?.value).toBe(63)
  await api.put('/settings', { [setting]: 60 })
})

test('the settings show one section at a time, which the address, the keyboard and a narrow page select', async ({
  page,
}) => {
  const titled = (title: string) => page.getByRole('heading', { name: title, exact: true })
  await page.goto('/admin/system#limits')
  await expect(titled('Rate limits and abuse')).toBeInViewport()
  await expect(titled('Directories')).toBeHidden()
  const links = page.getByRole('navigation', { name: 'Sections' })
  await links.getByRole('link', { name: 'Directories' }).focus()
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/#directories$/)
  await expect(titled('Directories')).toBeInViewport()
  await expect(titled('Rate limits and abuse')).toBeHidden()
  await page.keyboard.press('Tab')
  await expect(page.locator('#directories input:focus')).toHaveAttribute('role', 'switch')
  await page.setViewportSize({ width: 390, height: 844 })
  await page.getByRole('button', { name: /Section/ }).click()
  await page.getByRole('option', { name: 'Projects and plans' }).click()
  await expect(titled('Projects and plans')).toBeInViewport()
})

test('each section of the system settings is accessible', async ({ page }) => {
  test.setTimeout(120_000)
  await addAxe(page)
  await page.goto('/admin/system#limits')
  const links = page.getByRole('navigation', { name: 'Sections' }).getByRole('link')
  await links.first().waitFor()
  for (const title of await links.allTextContents()) {
    await links.getByText(title, { exact: true }).click()
    await expect(page.getByRole('heading', { name: title, exact: true })).toBeVisible()
    await expectAccessible(page, 'light', 1280)
  }
  await expectAccessible(page, 'dark', 390)
})

test('the address of a setting opens its section, and a search shows the settings of every section', async ({
  page,
}) => {
  await page.goto('/admin/system#rateLimit.client.windowSeconds')
  await expect(page.locator('[id="rateLimit.client.windowSeconds"]')).toBeInViewport()
  const first = page.getByRole('link', { name: 'Sign-in and sign-out' })
  await expect(first.locator('xpath=..').locator('a').first()).toHaveText('Sign-in and sign-out')
  await page.getByRole('searchbox', { name: 'Search settings' }).fill('seconds')
  for (const title of ['Rate limits and abuse', 'Requests'])
    await expect(page.getByRole('heading', { name: title, exact: true })).toBeVisible()
})

test('typed values of a setting are kept while another section is shown', async ({ page }) => {
  await page.goto('/admin/system#projects')
  const value = page.getByRole('group', { name }).getByRole('textbox')
  await value.fill('9')
  const links = page.getByRole('navigation', { name: 'Sections' })
  await links.getByRole('link', { name: 'Directories' }).click()
  await expect(value).toBeHidden()
  await links.getByRole('link', { name: 'Projects and plans' }).click()
  await expect(value).toHaveValue('9')
  await page.getByRole('button', { name: 'Discard' }).click()
})
