import { expect, test } from 'vitest'
import { problemOfTarget } from '../src/request-target.ts'

test.each([
  ['/', undefined],
  ['/?next=/admin/', undefined],
  ['/admin/', undefined],
  ['/admin/projects/?status=active', undefined],
  ['/admin//', 'not-canonical'],
  ['//', 'not-canonical'],
])('the target %s has the problem %s when folders end in a slash', (target, problem) => {
  expect(problemOfTarget(target, { trailingSlash: true })).toBe(problem)
})

test.each([
  ['/', undefined],
  ['/admin', undefined],
  ['/admin/', 'not-canonical'],
])('the target %s has the problem %s when no path ends in a slash', (target, problem) => {
  expect(problemOfTarget(target)).toBe(problem)
})
