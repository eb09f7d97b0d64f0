import { sql } from '@signet/db'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { smtp } from '../../../test/support/things.ts'
import { startWorld, type World } from '../../../test/support/world.ts'

let world: World
beforeAll(async () => {
  world = await startWorld()
})
afterAll(() => world?.close())

test('the mail password is stored sealed, and neither responses nor the audit contain it', async () => {
  const { super: root } = world.people
  expect(await world.ok(root, 'smtp_settings_get', {})).toMatchObject({
    configured: false,
    passwordSet: false,
  })
  const password = 'mail-password-of-the-test'
  const updated = await world.call(root, 'smtp_settings_update', { ...smtp(), password })
  expect(updated.body).toMatchObject({ configured: true, passwordSet: true })
  const [row] = await world.database.rows<{ sealed: string }>(
    sql`SELECT password_sealed AS sealed FROM smtp_settings`,
  )
  expect(
    world.deps.vault.open(row?.sealed ?? '', {
      table: 'smtp_settings',
      row: 'smtp',
      column: 'password_sealed',
    }),
  ).toBe(password)
  for (const reply of [
    updated,
    await world.call(root, 'smtp_settings_get', {}),
    await world.call(root, 'audit_list', {}),
  ])
    expect(reply.text).not.toContain(password)
})

test('an empty password removes it, and verification can be required after mail is configured', async () => {
  const { super: root } = world.people
  const updated = await world.ok(root, 'smtp_settings_update', { ...smtp(), password: '' })
  expect(updated.passwordSet).toBe(false)
  const preview = await world.call(root, 'project_update', {
    projectId: world.project,
    emailVerificationRequired: true,
  })
  expect([preview.status, preview.body]).toMatchObject([200, { expect: { unverified: 0 } }])
})
