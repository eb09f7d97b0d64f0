import { expect, test } from '../support/fixtures.ts'

test('addresses of the console before 1.0 redirect to the pages of projects and teams', async ({
  page,
  api,
}) => {
  const { id } = await api.post<{ id: string }>('/projects', { name: 'Old address', slug: 'old-address' })
  for (const [old, current] of [
    ['/admin/buckets', '/admin/projects'],
    [`/admin/buckets/${id}/users?status=locked`, `/admin/projects/${id}/users?status=locked`],
    [`/admin/buckets/${id}/groups`, `/admin/projects/${id}/groups`],
    ['/admin/groups', '/admin/teams'],
  ] as const) {
    await page.goto(old)
    await expect(page).toHaveURL(new RegExp(`${current.replace('?', '\\?')}$`))
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  }
})

test('an old address of the console redirects a visitor before the sign-in', async ({ newVisitor }) => {
  const page = await newVisitor()
  await page.goto('/admin/groups/tem_1?tab=members')
  await expect(page).toHaveURL(/login|\/auth|\/interaction\//)
  expect(page.url()).not.toContain('/admin/groups')
})
