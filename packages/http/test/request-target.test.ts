import { expect, test } from 'vitest'
import { problemOfTarget } from '../src/request-target.ts'

test.each([
  ['/', undefined],
  ['/?next=/admin/', undefined],
  ['/admin/', undefined],
  ['/admin/projects/?status=active', undefined],
  ['/admin//', 'not-canonical'],
  ['//', 'not-canonical'],
])('where folders end in a slash, the target %s has the problem %s', (target, problem) => {
  expect(problemOfTarget(target, { trailingSlash: true })).toBe(problem)
})

test.each([
  ['/', undefined],
  ['/admin', undefined],
  ['/admin/', 'not-canonical'],
])('elsewhere, the target %s has the problem %s', (target, problem) => {
  expect(problemOfTarget(target)).toBe(problem)
})
