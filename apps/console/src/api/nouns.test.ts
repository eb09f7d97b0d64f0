import { operationList } from '@signet/contracts'
import { expect, test } from 'vitest'
import type { ChangeName } from './client.ts'
import { nounOf, nounsTouchedBy } from './nouns.ts'

test('a change makes the reads of its noun stale, and those that count it', () => {
  expect(nounsTouchedBy('client_create')).toEqual(['client', 'project', 'audit'])
  expect(nounsTouchedBy('project_user_delete')).toEqual(['project_user', 'audit'])
  expect(nounsTouchedBy('project_update')).toEqual(['project', 'audit'])
  expect(nounsTouchedBy('scope_set')).toEqual(['scope', 'whoami', 'audit'])
})

test('every change of a project, an application or a user shares its noun with the list it belongs to', () => {
  const lists = { client_: 'client_list', project_user_: 'project_user_list', team_: 'team_list' }
  for (const [prefix, list] of Object.entries(lists))
    for (const { tool } of operationList.filter((each) => each.tool.startsWith(prefix)))
      expect(nounsTouchedBy(tool as ChangeName)).toContain(nounOf(list))
})
