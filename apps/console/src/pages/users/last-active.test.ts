import { expect, test } from 'vitest'
import { relativeDay } from './last-active.ts'

test('the last active day of a user is relative within 30 days, and a date before them', () => {
  const now = Date.parse('2026-03-31T23:30:00Z')
  expect(relativeDay('2026-04-01', now)).toBe('today')
  expect(relativeDay('2026-03-31', now)).toBe('today')
  expect(relativeDay('2026-03-30', now)).toBe('yesterday')
  expect(relativeDay('2026-03-01', now)).toBe('30 days ago')
  expect(relativeDay('2026-02-28', now)).toBe('Feb 28, 2026')
})
