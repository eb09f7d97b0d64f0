import type { Noun } from '@signet/contracts'
import { expect, test } from 'vitest'
import { nounsTouchedBy } from './nouns.ts'

test('a change invalidates the reads of its noun and of nouns that count it', () => {
  expect(nounsTouchedBy('clients')).toEqual(['clients', 'projects', 'audit'])
  expect(nounsTouchedBy('users')).toEqual(['users', 'projects', 'groups', 'audit'])
  expect(nounsTouchedBy('teams')).toEqual([
    'teams',
    'projects',
    'sessions',
    'administrators',
    'service-accounts',
    'audit',
  ])
})

test('the counts of a project are read again after a change of a counted object', () => {
  const counted: readonly Noun[] = [
    'clients',
    'resources',
    'users',
    'groups',
    'providers',
    'directories',
    'plans',
    'mail',
  ]
  for (const noun of counted) expect(nounsTouchedBy(noun), noun).toContain('projects')
})
