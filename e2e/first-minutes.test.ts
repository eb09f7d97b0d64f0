import type { Page } from 'playwright/test'
import { adminApi } from './support/admin-api.ts'
import { expect, test } from './support/fixtures.ts'
import { setUpAdministrator, signInAt } from './support/sign-in.ts'
import { startStack } from './support/stack.ts'

const person = { email: 'first@customer.example', password: 'another horse and battery' }

const administrator = { email: 'ada@bakery.example', password: 'correct horse battery staple' }

test('a new administrator gets from the link of an empty instance to the first sign-in by following the pages', async ({
  newVisitor,
}) => {
  test.setTimeout(120_000)
  const stack = await startStack()
  try {
    const page = await newVisitor()
    await setUpAdministrator(page, stack.setupUrl, administrator)
    await page
      .getByRole('listitem')
      .filter({ hasText: 'Create your first project' })
      .getByRole('link')
      .click()
    await followFirstSteps(page)
    const api = await adminApi(stack.baseUrl, page.context())
    const home = new URL(page.url()).pathname.replace('/admin', '')
    const { clients } = await api.get<{ clients: { clientName: string }[] }>(`${home}/clients`)
    expect(clients.map(({ clientName }) => clientName)).toEqual(['Shop'])
    // A page that still loads a script would report the end of the server as an error.
    await page.close()
  } finally {
    await stack.stop()
  }
})

/** The steps are marked as done automatically. Ends on the home page of the project. */
async function followFirstSteps(page: Page): Promise<void> {
  await page.getByLabel('Name', { exact: true }).fill('Bakery')
  await page.getByRole('button', { name: 'Create project' }).click()
  await page.getByRole('heading', { name: 'Bakery', level: 1 }).waitFor()
  const steps = page.locator('section').filter({ hasText: 'First steps' })
  await expect(steps.getByLabel('Done:')).toHaveCount(0)

  await steps.getByRole('link', { name: 'Connect an application' }).click()
  await page.getByLabel('Name', { exact: true }).fill('Shop')
  await page.getByLabel('Redirect addresses 1').fill('https://bakery.example/callback')
  await page.getByRole('button', { name: 'Create application' }).click()
  await page.getByRole('button', { name: 'I have stored the secret' }).click()
  await page.getByRole('heading', { name: 'Shop', level: 1 }).waitFor()

  await page.getByRole('link', { name: 'Bakery' }).click()
  await steps.getByRole('link', { name: 'Add a user who can sign in' }).click()
  await page.getByLabel('Email address').fill(person.email)
  await page.getByText('Set a password').click()
  await page.getByLabel('Password', { exact: true }).fill(person.password)
  await page.getByRole('button', { name: 'Create user' }).click()
  await page.getByRole('heading', { name: person.email, level: 1 }).waitFor()

  await page.getByRole('link', { name: 'Bakery' }).first().click()
  await expect(steps.getByLabel('Done:')).toHaveCount(2)
  await steps.getByRole('button', { name: 'Test sign-in' }).click()
  await signInAt(page, person)
  await page.getByRole('button', { name: /Allow|Continue/ }).click()
  await page.getByText('The sign-in works').waitFor()
  expect(new URL(page.url()).search).toBe('')
  await expect(page.locator('main')).toContainText(person.email)
  await expect(page.getByRole('heading', { name: 'ID token' })).toBeVisible()

  await page.getByRole('link', { name: 'Bakery' }).first().click()
  await page.getByRole('heading', { name: 'Bakery', level: 1 }).waitFor()
  await expect(steps).toHaveCount(0)
}
