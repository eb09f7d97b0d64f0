import { writeFileSync } from 'node:fs'
import { expect, test } from '../support/fixtures.ts'
import { addAxe, expectAccessible } from '../support/page-checks.ts'
import { pixel } from '../support/pixel.ts'

interface Texts {
  readonly stored: { readonly subject: string | null } | null
}

test('the subject of a mail is refused, previewed, saved and reset, users may delete their accounts, and the logo is in the preview of mails', async ({
  page,
  api,
}, testInfo) => {
  // Other journeys give the arranged project a display name.
  const { id: projectId } = await api.post<{ id: string }>('/projects', { name: 'Letters' })
  const stored = async () =>
    (await api.get<Texts>(`/projects/${projectId}/mail-texts/invitation/en`)).stored?.subject ?? null
  await addAxe(page)
  await page.goto(`/admin/projects/${projectId}/mails`)
  const crumbs = page.getByRole('navigation', { name: 'Breadcrumb' })
  await expect(crumbs.getByRole('listitem')).toHaveText(['Projects', 'Letters', 'Settings', 'Mails'])
  await crumbs.getByRole('link', { name: 'Settings' }).click()
  await page.getByRole('link', { name: 'Mails', exact: true }).click()
  const form = page.getByRole('form', { name: 'Invitation' })
  const preview = form.getByRole('region', { name: 'Preview' })
  await expect(preview.locator('iframe').contentFrame().locator('body')).toContainText(
    'If you did not expect this message',
  )
  await expect(form.getByRole('textbox', { name: 'Text' })).toHaveValue(/^Hello,\n/)
  const besides = async () => {
    const [subject, mail] = [await form.getByLabel('Subject').boundingBox(), await preview.boundingBox()]
    if (!subject || !mail || mail.x <= subject.x + subject.width) return 0
    return mail.width / (subject.width + mail.width)
  }
  await preview.getByText('Recipients see an address.').waitFor()
  await expectAccessible(page, 'dark', 390)
  await expect(preview).toBeHidden()
  await form.getByRole('button', { name: 'Preview', exact: true }).click()
  await expect(preview.getByRole('tab', { name: 'Dark' })).toHaveAttribute('aria-selected', 'true')
  await expect(form.getByLabel('Subject')).toBeHidden()
  const shownMail = preview.locator('iframe:visible')
  const excess = () =>
    shownMail.evaluate(({ clientHeight, contentDocument }: HTMLIFrameElement) =>
      contentDocument?.querySelector('td')
        ? clientHeight - contentDocument.documentElement.offsetHeight
        : null,
    )
  await expect.poll(excess).toBe(0)
  await page.setViewportSize({ width: 1280, height: 844 })
  await expect.poll(() => shownMail.evaluate(({ clientWidth }) => clientWidth)).toBeGreaterThanOrEqual(400)
  await expect.poll(excess).toBe(0)
  expect(await besides()).toBeCloseTo(0.6)
  const list = await page.getByRole('radiogroup', { name: 'Mail' }).boundingBox()
  expect((list?.x ?? 0) + (list?.width ?? 0)).toBeLessThan((await form.boundingBox())?.x ?? 0)
  const text = await form.getByRole('textbox', { name: 'Text' }).boundingBox()
  expect(text?.height).toBeGreaterThan(140)
  await expectAccessible(page, 'light', 1440)
  const [fieldBox, testBox] = [
    await form.getByLabel('Button').boundingBox(),
    await form.getByRole('button', { name: 'Send me a test' }).boundingBox(),
  ]
  expect((testBox?.y ?? 0) - (fieldBox?.y ?? 0)).toBeLessThan(120)
  await expect(form.getByRole('button', { name: 'Reset to the default' })).toBeDisabled()

  await form.getByLabel('Subject').fill('See evil.example')
  await form.getByRole('button', { name: 'Save' }).click()
  await form.getByText('must not have a link or an address').first().waitFor()
  expect(await stored()).toBe(null)

  await form.getByLabel('Subject').fill('Welcome to {{projectName}}')
  await preview
    .getByRole('definition')
    .filter({ hasText: /^Welcome to \w/ })
    .waitFor()
  await form.getByLabel('Button').fill('Join ')
  await form.getByRole('button', { name: 'projectName', exact: true }).click()
  await expect(form.getByLabel('Button')).toHaveValue('Join {{projectName}}')
  await form.getByRole('button', { name: 'Save' }).click()
  await page.getByText('The mail was saved.').waitFor()
  expect(await stored()).toBe('Welcome to {{projectName}}')
  await expect(page.getByRole('radio', { name: /Edited$/ })).toBeChecked()
  await expect(form.getByRole('button', { name: 'Send me a test' })).toBeVisible()

  await form.getByRole('button', { name: 'Reset to the default' }).click()
  await page.getByText('The default texts are sent again.').waitFor()
  expect(await stored()).toBe(null)

  await crumbs.getByRole('link', { name: 'Settings' }).click()
  await page.getByRole('link', { name: 'Deletion by users' }).click()
  const deletion = page.getByRole('form', { name: 'Deletion by users' })
  await expect(deletion.getByRole('button', { name: 'Save' })).toHaveCount(0)
  await deletion.getByText('Users can delete their own accounts').click()
  await deletion.getByRole('button', { name: 'Save' }).click()
  await page.getByText('The choice was saved.').waitFor()
  expect(await api.get(`/projects/${projectId}/account-deletion`)).toEqual({ allowed: true })

  const image = testInfo.outputPath('logo.png')
  writeFileSync(image, Buffer.from(pixel, 'base64'))
  await page.getByRole('link', { name: 'General' }).click()
  const logo = page.getByRole('form', { name: 'Logo' })
  await logo.getByLabel('Image').setInputFiles(image)
  await expect(logo.locator('img')).toHaveCount(2)
  await logo.getByRole('button', { name: 'Save' }).click()
  await page.getByText('The logo was saved.').waitFor()
  const url = `data:image/png;base64,${pixel}`
  expect(await api.get(`/projects/${projectId}/logo`)).toEqual({ logo: url })
  await page.getByRole('link', { name: 'Mails', exact: true }).click()
  await expect(preview.locator('iframe').contentFrame().locator('img')).toHaveAttribute('src', url)
})
