import type { Page } from 'playwright/test'
import { type AdminApi, adminApi } from './admin-api.ts'
import { signInFirst } from './sign-in.ts'
import type { World } from './world.ts'

const password = 'another horse and battery'

const roles = { radia: 'owner', linus: 'member' } as const

export type Colleagues = Readonly<Record<keyof typeof roles, AdminApi>>

/** Gives the project to a team of three administrators, so that the audit has several actors. */
export async function addColleagues(
  api: AdminApi,
  { baseUrl, arranged: { teamId, projectId } }: World,
  newVisitor: () => Promise<Page>,
): Promise<Colleagues> {
  const join = async (name: keyof typeof roles): Promise<AdminApi> => {
    const email = `${name}@acme.example`
    const { id: userId } = await api.post<{ id: string }>('/admins', { email, password })
    await api.post(`/teams/${teamId}/members`, { userId, role: roles[name] })
    const page = await newVisitor()
    await page.goto(`${baseUrl}/admin`)
    await page.locator('main').getByRole('link').first().click()
    await signInFirst(page, { email, password })
    await page.getByRole('heading', { level: 1 }).waitFor()
    return adminApi(baseUrl, page.context())
  }
  const colleagues = { radia: await join('radia'), linus: await join('linus') }
  await api.put(`/projects/${projectId}/owner`, { teamId, confirm: true })
  return colleagues
}
