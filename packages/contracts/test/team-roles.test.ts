import { describe, expect, test } from 'vitest'
import {
  canByRole,
  canFlags,
  operationList,
  placementOf,
  reaches,
  teamRoles,
  verdictFor,
} from '../src/index.ts'

const ofSupport = [
  'project_user_application_sign_out',
  'project_user_bulk_sign_out',
  'project_user_passkey_delete',
  'project_user_password_reset',
  'project_user_recovery_codes_delete',
  'project_user_sign_out',
  'project_user_totp_clear',
  'project_user_unlock',
]

/** Reads that try a change. */
const readsOfEditors = ['federation_provider_try_get', 'project_file_plan']

/** The role in the named project or team decides. */
const byRole = operationList.filter(({ access }) => access.to === 'project' || access.to === 'team')
const isRead = (operation: (typeof operationList)[number]): boolean =>
  operation.kind === 'read' || placementOf(operation).method === 'GET'

const permitted = (role: (typeof teamRoles)[number]) =>
  byRole.filter((operation) => verdictFor(operation, role) !== 'no')

describe('roles of a team:', () => {
  test('a viewer may make no change', () => {
    expect(permitted('viewer').filter((operation) => !isRead(operation))).toEqual([])
  })

  test('support may make the named changes of users, and no others', () => {
    const changes = permitted('support').filter((operation) => !isRead(operation))
    expect(changes.map(({ tool }) => tool).toSorted()).toEqual(ofSupport)
  })

  test('a viewer may read everything in a project that a member may read, except trials of a change', () => {
    const reads = permitted('member').filter(isRead)
    const hidden = reads.filter((operation) => verdictFor(operation, 'viewer') === 'no')
    expect(hidden.map(({ tool }) => tool).toSorted()).toEqual(readsOfEditors)
  })

  test('each role has every right of the lower roles', () => {
    for (const [at, role] of teamRoles.entries())
      for (const lower of teamRoles.slice(0, at)) {
        expect(reaches(role, lower)).toBe(true)
        expect(reaches(lower, role)).toBe(false)
        const lost = byRole.filter((one) => verdictFor(one, lower) !== 'no' && verdictFor(one, role) === 'no')
        expect(lost).toEqual([])
        for (const flag of canFlags.filter((one) => canByRole[lower][one] !== 'no'))
          expect(canByRole[role][flag]).not.toBe('no')
      }
  })
})
