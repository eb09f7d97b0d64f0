import type { Page } from 'playwright/test'
import type { AdminApi } from './support/admin-api.ts'
import { expect, test } from './support/fixtures.ts'
import { signInAt } from './support/sign-in.ts'
import { administrator } from './support/world.ts'

interface Things {
  readonly project: string
  readonly application: string
  readonly user: string
}

/** Each journey changes its objects. */
async function make(api: AdminApi): Promise<Things> {
  const { id } = await api.post<{ id: string }>('/projects', { name: `Typed ${Date.now()}` })
  const project = `/projects/${id}`
  const { clientId } = await api.post<{ clientId: string }>(`${project}/clients`, {
    clientName: 'Storefront',
    grantTypes: ['authorization_code'],
    tokenEndpointAuthMethod: 'client_secret_basic',
    redirectUris: ['https://shop.example/callback'],
  })
  const created = await api.post<{ id: string }>(`${project}/users`, {
    email: 'grace@customer.example',
    password: 'another horse and battery',
  })
  return { project, application: `${project}/clients/${clientId}`, user: `${project}/users/${created.id}` }
}

const settingsOf = (path: string): string =>
  `/admin${path.replace('/clients/', '/applications/')}?tab=settings`

async function typeClaim(page: Page): Promise<void> {
  const card = page.getByRole('group', { name: 'Claims', exact: true })
  await card.getByRole('button', { name: 'Add' }).click()
  await card.getByLabel('Name 1').fill('department')
  await card.getByLabel('Value 1').fill('Research')
}

const expectClaim = (page: Page) => expect(page.getByLabel('Value 1')).toHaveValue('Research')

test.describe('typed input', () => {
  test('typed input survives another change of the same user on the same page', async ({ page, api }) => {
    const { user } = await make(api)
    await page.goto(settingsOf(user))
    await typeClaim(page)
    await page.getByRole('button', { name: 'Set password' }).click()
    const dialog = page.getByRole('dialog')
    await dialog
      .getByLabel(/password/i)
      .first()
      .fill('one more horse and battery')
    await dialog.getByRole('button', { name: 'Set password' }).click()
    await dialog.waitFor({ state: 'detached' })
    await page.waitForLoadState('networkidle')
    await expectClaim(page)
    await expect(page.getByText('was changed in the meantime')).toHaveCount(0)
  })

  test("typed input survives another administrator's save, with a notice of the stored values, and saving keeps the other fields", async ({
    page,
    api,
  }) => {
    const { application } = await make(api)
    const name = page.getByLabel('Name', { exact: true })
    const notice = page.getByText('This was changed in the meantime')
    await page.clock.install()
    await page.goto(settingsOf(application))
    await name.fill('Shop')
    const redirectUris = ['https://shop.example/callback', 'https://shop.example/other']
    await api.patch(application, { clientName: 'Storefront 2', redirectUris })
    await returnToWindow(page)
    await notice.waitFor()
    await expect(name).toHaveValue('Shop')
    await expect(page.getByLabel('Redirect addresses 2')).toHaveValue(redirectUris[1] ?? '')

    await page.getByRole('button', { name: 'Load the stored values' }).click()
    await expect(name).toHaveValue('Storefront 2')
    await expect(notice).toHaveCount(0)

    await name.fill(' Shop ')
    await api.patch(application, { redirectUris: [redirectUris[1]] })
    await returnToWindow(page)
    // Another field changed, so the form has its stored value without a notice.
    await expect(page.getByLabel('Redirect addresses 1')).toHaveValue(redirectUris[1] ?? '')
    await expect(notice).toHaveCount(0)
    await page.getByRole('button', { name: 'Save application' }).click()
    await page.getByText('The application was saved.').waitFor()
    expect(await api.get(application)).toMatchObject({ clientName: 'Shop', redirectUris: [redirectUris[1]] })
    await page.getByRole('heading', { name: 'Shop', level: 1, exact: true }).waitFor()
    await expect(name).toHaveValue('Shop')
    await expect(notice).toHaveCount(0)
  })

  for (const { of, type, expectTyped, other } of [
    { of: 'user', type: typeClaim, expectTyped: expectClaim, other: { claims: { team: 'blue' } } },
    {
      of: 'project',
      type: (page: Page) => page.getByLabel('Display name').fill('Typed'),
      expectTyped: (page: Page) => expect(page.getByLabel('Display name')).toHaveValue('Typed'),
      other: { displayName: 'Elsewhere' },
    },
  ] as const)
    test(`typed input of a ${of} survives a focus of the window after a save in another tab`, async ({
      page,
      api,
    }) => {
      const things = await make(api)
      await page.clock.install()
      await page.goto(of === 'project' ? `/admin${things.project}/settings` : settingsOf(things.user))
      await type(page)
      await api.patch(things[of], other)
      await returnToWindow(page)
      await page.getByText('This was changed in the meantime').waitFor()
      await expectTyped(page)
    })

  test('typed input is protected by a question before the page is left', async ({ page, api }) => {
    const { user } = await make(api)
    const applications = page.getByRole('link', { name: 'Applications' })
    await page.goto(settingsOf(user))
    await typeClaim(page)
    await applications.click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Stay' }).click()
    await expectClaim(page)
    await applications.click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Leave' }).click()
    await page.getByRole('heading', { name: 'Applications', level: 1 }).waitFor()
  })

  test('typed input survives the end of the session and a new sign-in', async ({
    api,
    newVisitor,
    world,
  }) => {
    const { user } = await make(api)
    const page = await newVisitor()
    await page.goto(`${world.baseUrl}${settingsOf(user)}`)
    await signInAt(page, administrator)
    await typeClaim(page)
    await page.context().clearCookies()
    await page.getByRole('button', { name: 'Save claims' }).click()
    await page.getByRole('button', { name: 'Sign in again' }).click()
    await signInAt(page, administrator)
    await page.getByText('Your unsaved input was restored.').waitFor()
    await expectClaim(page)
  })

  test('typed input survives a save that fails', async ({ page, api }) => {
    const { user } = await make(api)
    await page.goto(settingsOf(user))
    await typeClaim(page)
    await page.route('**/admin/api/**', (route) => route.abort())
    await page.getByRole('button', { name: 'Save claims' }).click()
    await page.getByRole('alert').first().waitFor()
    await expectClaim(page)
    await page.unroute('**/admin/api/**')
    await page.getByRole('button', { name: 'Save claims' }).click()
    await page.getByText('The claims were saved.').waitFor()
  })
})

/** Returns to the tab after cached reads have expired. */
async function returnToWindow(page: Page): Promise<void> {
  await page.clock.fastForward(15_000)
  await page.evaluate(() => window.dispatchEvent(new Event('visibilitychange')))
}
