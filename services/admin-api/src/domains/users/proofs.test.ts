import { newLink, type ProofPurpose, storeProof } from '@signet/accounts'
import type { OperationName } from '@signet/contracts'
import { sql } from '@signet/db'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { connection } from '../../../test/support/directories.ts'
import { newAdministrator, unique } from '../../../test/support/things.ts'
import { startWorld, type World } from '../../../test/support/world.ts'

let world: World
let connectionId: string
beforeAll(async () => {
  world = await startWorld()
  connectionId = (await connection({ world, projectId: world.project })).connectionId
})
afterAll(() => world?.close())

async function mailed(purposes: readonly ProofPurpose[]) {
  const email = `${unique('u')}@example.com`
  const { id } = await world.ok(world.people.owner, 'project_user_create', {
    projectId: world.project,
    email,
  })
  await mail(world.project, { id, email }, purposes)
  return id
}

const mail = async (
  projectId: string,
  account: { id: string; email: string },
  purposes: readonly ProofPurpose[],
) => {
  for (const purpose of purposes)
    await world.database.transaction((tx) =>
      storeProof(tx, { projectId, ...account }, newLink('https://issuer.example', purpose)),
    )
}

const validProofs = async (accountId: string) =>
  (
    await world.database.rows<{ purpose: string }>(
      sql`SELECT purpose FROM account_tokens WHERE account_id = ${accountId} ORDER BY purpose`,
    )
  ).map(({ purpose }) => purpose)

type Change = readonly [name: OperationName, input: (userId: string) => Record<string, unknown>]

const both = (userId: string) => ({ userIds: [userId] })
const password = 'a new password, of an administrator'

const set: Change = ['project_user_password_reset', () => ({ password })]
const readdress: Change = ['project_user_email_change', () => ({ email: `${unique('n')}@example.com` })]
const deactivate: Change = ['project_user_update', () => ({ active: false })]
const activate: Change = ['project_user_update', () => ({ active: true })]
const lock: Change = ['project_user_lock', () => ({ reason: 'left' })]

interface Case {
  readonly what: string
  readonly steps: readonly Change[]
  /** Default: no purpose. */
  readonly left?: readonly ProofPurpose[]
}

const cases: readonly Case[] = [
  { what: 'a password an administrator sets', steps: [set], left: ['verification'] },
  { what: 'another address', steps: [readdress] },
  { what: 'deactivation', steps: [deactivate] },
  { what: 'deactivation of several', steps: [['project_user_bulk_deactivate', both]] },
  { what: 'a lock', steps: [lock] },
  { what: 'deletion', steps: [['project_user_delete', () => ({})]] },
  { what: 'deletion of several', steps: [['project_user_bulk_delete', both]] },
  { what: 'hand-over to a directory', steps: [['project_user_assign_connection', () => ({ connectionId })]] },
  { what: 'deactivation that was taken back', steps: [deactivate, activate] },
  { what: 'a lock that was taken back', steps: [lock, ['project_user_unlock', () => ({})]] },
]

describe.each(cases)('after $what:', ({ steps, left = [] }) => {
  test.each<{ sent: readonly ProofPurpose[] }>([
    { sent: ['reset', 'verification'] },
    { sent: ['invitation', 'verification'] },
    { sent: ['passkey', 'verification'] },
  ])('a mailed link of $sent neither adds a sign-in method nor verifies the address', async ({ sent }) => {
    const userId = await mailed(sent)
    expect(await validProofs(userId)).toEqual([...sent].sort())
    for (const [name, input] of steps) {
      const target = name.includes('_bulk_') ? {} : { userId }
      const reply = await world.call(world.people.owner, name, {
        projectId: world.project,
        ...target,
        ...input(userId),
      })
      expect(reply.status, reply.text).toBeLessThan(300)
    }
    expect(await validProofs(userId)).toEqual(left)
  })
})

test.each([
  ['deactivation', { active: false }],
  ['another address', { email: 'renamed@example.com' }],
])('a link that was mailed before is invalid after %s of an administrator', async (_what, change) => {
  const adminId = await newAdministrator(world)
  await mail(world.administratorsProject, { id: adminId, email: 'a@example.com' }, ['reset', 'verification'])
  await world.ok(world.people.super, 'admin_update', { adminId, ...change })
  expect(await validProofs(adminId)).toEqual([])
})
