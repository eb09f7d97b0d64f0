import type { AuditEntry } from '@signet/contracts'
import { beforeAll, expect, test } from 'vitest'
import { loadTexts } from '../../texts/index.ts'
import { changedFields } from './changed-fields.ts'

beforeAll(() => loadTexts('en'))

const shown = (action: string, detail: AuditEntry['detail']) =>
  changedFields(
    { action, detail },
    new Map([
      ['u1', 'a@x.example'],
      ['u2', 'b@x.example'],
    ]),
  )

test('an entry of a team names the member and the role', () => {
  const member = { userId: 'usr_2', email: 'ben@acme.example' }
  expect(shown('team.member.add', { ...member, role: 'owner' })).toBe('ben@acme.example · Owner')
  expect(shown('team.member.update', { ...member, role: { from: 'owner', to: 'member' } })).toBe(
    'ben@acme.example · Owner → Member',
  )
  expect(shown('team.member.remove', member)).toBe('ben@acme.example')
})

test('an entry of a group names the first members whose names are known, and counts the others', () => {
  const added = (detail: AuditEntry['detail']) => shown('group.member.add', detail)
  expect(added({ userId: 'u1' })).toBe('a@x.example')
  expect(added({ userIds: ['u1', 'u2', 'u3', 'u4'] })).toBe('a@x.example, b@x.example, and 2 more')
  expect(added({ members: [{ kind: 'add', userIds: ['u2'] }, { kind: 'replace' }] })).toBe('b@x.example')
  expect(added({ userIds: ['u3'] })).toBe('')
})
