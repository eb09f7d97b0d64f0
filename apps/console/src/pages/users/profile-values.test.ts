import { operations } from '@signet/contracts'
import { expect, test } from 'vitest'
import { profileOf, profileValuesOf } from './profile-values.ts'

const stored = {
  name: { givenName: 'Ada', familyName: 'King', formatted: 'Ada King', middleName: 'Augusta' },
  nickName: 'Ada',
  phoneNumbers: [{ value: '+44 1', type: 'work' }, { value: '+44 2' }],
  enterprise: { department: 'Engines' },
}

const isTaken = (profile: object): boolean =>
  operations.project_user_update.input.safeParse({ projectId: 'prj_1', userId: 'usr_1', profile }).success

test('an unchanged profile is sent as it is stored', () => {
  expect(profileOf(stored, profileValuesOf(stored))).toEqual(stored)
})

test('fields that the form does not show survive a change, and a formatted name does not', () => {
  const changed = profileOf(stored, { ...profileValuesOf(stored), familyName: ' Lovelace ', nickName: '' })
  expect(changed).toEqual({
    name: { givenName: 'Ada', familyName: 'Lovelace', middleName: 'Augusta' },
    phoneNumbers: stored.phoneNumbers,
    enterprise: stored.enterprise,
  })
  expect(isTaken(changed)).toBe(true)
})

test('an empty form is an empty profile, and a form with one field is a profile with that field', () => {
  const empty = profileValuesOf(null)
  expect(profileOf(null, empty)).toEqual({})
  expect(profileOf(null, { ...empty, phone: '+44 3' })).toEqual({ phoneNumbers: [{ value: '+44 3' }] })
})
