import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { test } from './support/fixtures.ts'
import { showAs } from './support/looks.ts'

const folder = process.env.SIGNET_SHOTS ?? ''

const names = ['amina', 'boris', 'chen', 'dolores', 'emeka', 'fatima', 'giulia', 'hana']

/** Users of a project and its sign-in page, light and dark (`npm run shots -- --readme`). */
test('readme', async ({ page, api, newVisitor, world: { baseUrl, arranged } }) => {
  mkdirSync(folder, { recursive: true })
  const { projectId = '', clientId = '' } = arranged
  await api.patch(`/projects/${projectId}`, { displayName: 'Acme' })
  const { id: groupId } = await api.post<{ id: string }>(`/projects/${projectId}/groups`, {
    displayName: 'sales',
  })
  for (const name of names) {
    const { id } = await api.post<{ id: string }>(`/projects/${projectId}/users`, {
      email: `${name}@customer.example`,
      password: `${name} has a long password`,
    })
    await api.post(`/projects/${projectId}/users/${id}/verified`, {})
    await api.post(`/projects/${projectId}/groups/${groupId}/members`, { userIds: [id] })
  }
  const { issuer } = await api.get<{ issuer: string }>(`/projects/${projectId}`)
  const request = new URLSearchParams({
    client_id: clientId,
    response_type: 'code',
    scope: 'openid',
    redirect_uri: 'https://shop.example/callback',
    code_challenge: 'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM',
    code_challenge_method: 'S256',
  })
  const visitor = await newVisitor()
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.goto(`${baseUrl}/admin/projects/${projectId}/users`)
    await page.getByText('hana@customer.example').waitFor()
    await page.waitForLoadState('networkidle')
    await showAs(page, { colorScheme, width: 1200, height: 640 })
    await page.screenshot({ path: join(folder, `console-${colorScheme}.png`) })
    await visitor.goto(`${issuer}/auth?${request}`)
    await visitor.locator('input[name="login"]').waitFor()
    await showAs(visitor, { colorScheme, width: 640, height: 720 })
    await visitor.screenshot({ path: join(folder, `sign-in-${colorScheme}.png`) })
  }
})
