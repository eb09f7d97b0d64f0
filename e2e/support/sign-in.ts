import type { Page } from 'playwright/test'

export interface Credentials {
  readonly email: string
  readonly password: string
}

/** Independent of the language. */
export async function signInAt(page: Page, { email, password }: Credentials): Promise<void> {
  await page.locator('input[name="login"]').fill(email)
  await page.locator('input[name="password"]').fill(password)
  await page.locator('input[name="password"]').press('Enter')
}

/** Declines the offered passkey. */
export async function signInFirst(page: Page, who: Credentials): Promise<void> {
  await signInAt(page, who)
  await page.locator('button[name="decline"]').click()
}

/** The set-up signs the administrator in and offers a passkey, which is declined. */
export async function setUpAdministrator(page: Page, setupUrl: string, who: Credentials): Promise<void> {
  await page.goto(setupUrl)
  await page.getByLabel('Email address').fill(who.email)
  await page.getByLabel('Password', { exact: true }).fill(who.password)
  await page.getByRole('button', { name: 'Create administrator' }).click()
  await page.locator('button[name="decline"]').click()
  await page.getByRole('heading', { name: 'Home', level: 1 }).waitFor()
}
