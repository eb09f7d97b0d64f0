import { generateKeyPairSync, randomBytes } from 'node:crypto'
import { expect, test } from '../support/fixtures.ts'
import { loopbackFetch } from '../support/loopback-fetch.ts'

const random = () => randomBytes(32).toString('base64url')

/** Ed25519 in the form of COSE. */
function passkey(rpId: string) {
  const { x = '' } = generateKeyPairSync('ed25519').publicKey.export({ format: 'jwk' })
  const key = `a4010103272006215820${Buffer.from(x, 'base64url').toString('hex')}`
  const publicKey = Buffer.from(key, 'hex').toString('base64url')
  return { credentialId: random(), publicKey, rpId, userHandle: random() }
}

test('an administrator reads until when passkeys work before the host of a project changes, and the former host lists the new one', async ({
  page,
  api,
  world,
}) => {
  const [former, present] = ['id.former.example', 'id.present.example']
  const { id } = await api.post<{ id: string }>('/projects', { name: 'Moving house', host: former })
  const users = [{ email: 'mover@example.com', passkeys: [passkey(former)] }]
  await api.post(`/projects/${id}/users/import`, { users })

  const { port } = new URL(world.baseUrl)
  const documentAt = (host: string) => loopbackFetch(`http://${host}:${port}/.well-known/webauthn`)
  expect((await documentAt(former)).status).toBe(404)

  await page.goto(`/admin/projects/${id}/settings#address`)
  await page.getByRole('button', { name: 'Change address' }).click()
  const form = page.getByRole('dialog')
  await form.getByText('Own host', { exact: true }).click()
  await form.getByRole('textbox', { name: 'Hostname' }).fill(present)
  await form.getByRole('button', { name: 'Change address' }).click()
  const preview = page.getByRole('alertdialog')
  const nextYear = new Date(Date.now() + 365 * 86_400_000).toISOString().slice(0, 10)
  await expect(preview).toContainText(`Passkeys that continue to work until ${nextYear}`)
  await expect(preview).toContainText(`${former} reaches this instance with a valid certificate: 1.`)
  await preview.getByRole('button', { name: 'Change address' }).click()
  await page.getByText('The address was changed.').waitFor()

  const response = await documentAt(former)
  expect([response.status, response.headers.get('content-type')]).toEqual([200, 'application/json'])
  expect(await response.json()).toEqual({ origins: [`http://${present}:${port}`] })
  expect((await documentAt(present)).status).toBe(404)

  await page.goto(`/admin/projects/${id}/users`)
  await page.getByText('mover@example.com').first().click()
  await page.getByRole('tab', { name: 'Access' }).click()
  await page.getByText('Made at a former address; works until').waitFor()
})
