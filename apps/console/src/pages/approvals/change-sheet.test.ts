import { beforeAll, expect, test } from 'vitest'
import { loadTexts } from '../../texts/index.ts'
import { projectNameOf } from './approval-answer.ts'
import { changeSheetOf, countOf, summaryOf } from './change-sheet.ts'

beforeAll(() => loadTexts('en'))

test('an update has its old and new values once, under the names of the console', () => {
  const sheet = changeSheetOf({
    shows: { project: 'Acme', target: 'grp_1', displayName: { from: 'Sales', to: 'Sales team' } },
    input: { projectId: 'prj_1', groupId: 'grp_1', displayName: 'Sales team' },
  })
  expect(sheet).toEqual({
    changes: [{ field: 'Name', from: 'Sales', to: 'Sales team' }],
    objectId: 'grp_1',
    target: { Project: 'Acme' },
    further: {},
  })
})

test('a call on several users shows their addresses in place of their ids, and the number of users', () => {
  const input = { projectId: 'prj_1', userIds: ['usr_1', 'usr_2'] }
  const users = ['anna@example.com', 'bert@example.com']
  const shows = { project: 'Acme', target: 'prj_1', userIds: input.userIds, users }
  expect(changeSheetOf({ shows, input })).toEqual({
    changes: [],
    objectId: null,
    target: { Project: 'Acme', Users: users },
    further: {},
  })
  expect(countOf(input)).toBe(2)
})

test('arguments that the target does not show are listed, and a field without a name keeps that of the API', () => {
  const sheet = changeSheetOf({
    shows: { project: 'Acme', target: 'app_1' },
    input: { projectId: 'prj_1', clientId: 'app_1', pkce: 'optional', scopes: ['openid'] },
  })
  expect(sheet.further).toEqual({ pkce: 'optional', Scopes: ['openid'] })
  expect(countOf({ clientId: 'app_1' })).toBeNull()
})

test('the summary of a call has its first change without the project', () => {
  const shows = { project: 'Acme', target: 'grp_1', displayName: { from: 'Sales', to: 'Sales team' } }
  expect(summaryOf({ shows, input: {} })).toBe('Sales → Sales team')
  expect([projectNameOf(shows), projectNameOf({})]).toEqual(['Acme', null])
})
