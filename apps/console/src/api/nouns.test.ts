import { expect, test } from 'vitest'
import { nounsTouchedBy } from './nouns.ts'

test('a change makes the reads of its noun stale, and those that count it', () => {
  expect(nounsTouchedBy('clients')).toEqual(['clients', 'projects', 'audit'])
  expect(nounsTouchedBy('users')).toEqual(['users', 'audit'])
  expect(nounsTouchedBy('teams')).toEqual(['teams', 'sessions', 'administrators', 'audit'])
})
