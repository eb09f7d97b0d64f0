import type { SigningKey } from '@signet/contracts'
import { expect, test } from 'vitest'
import { axisOf, isRotationNear, partsOf, phasesOf, rotationDue, rotationStates } from './key-life.ts'

const key = (own: Partial<SigningKey>): SigningKey => ({
  kid: 'k',
  algorithm: 'ES256',
  state: 'signing',
  createdAt: '2026-01-01T00:00:00.000Z',
  promotableAt: null,
  signingSince: '2026-01-02T00:00:00.000Z',
  signedUntil: null,
  removableAt: null,
  ...own,
})
const at = Date.parse

test('a retired key was published, signed, and verifies until its removal', () => {
  const retired = key({
    state: 'retired',
    signedUntil: '2026-03-01T00:00:00.000Z',
    removableAt: '2026-03-02T00:00:00.000Z',
  })
  expect(phasesOf(retired)).toEqual([
    { kind: 'published', from: at('2026-01-01'), to: at('2026-01-02') },
    { kind: 'signs', from: at('2026-01-02'), to: at('2026-03-01') },
    { kind: 'verifies', from: at('2026-03-01'), to: at('2026-03-02') },
  ])
})

test('the last phase of a key without a known end has no end', () => {
  const waiting = key({ state: 'published', signingSince: null, promotableAt: '2026-01-03T00:00:00.000Z' })
  const replaced = key({ state: 'published', signedUntil: '2026-03-01T00:00:00.000Z' })
  expect([waiting, key({}), replaced].map((each) => phasesOf(each).at(-1))).toEqual([
    { kind: 'published', from: at('2026-01-01'), to: null },
    { kind: 'signs', from: at('2026-01-02'), to: null },
    { kind: 'verifies', from: at('2026-03-01'), to: null },
  ])
})

test.each([
  ['2026-01-01T00:00:00.000Z', 30],
  ['2026-12-01T00:00:00.000Z', 366],
])(
  'the axis has every key, the present %s, the next rotation, at least %i days and at most seven ticks',
  (now, days) => {
    const { from, to, ticks } = axisOf([key({})], at(now))
    expect(from).toBe(at('2026-01-01'))
    expect((to - from) / 86_400_000).toBeGreaterThanOrEqual(days)
    expect(ticks.length).toBeGreaterThan(1)
    expect(ticks.length).toBeLessThanOrEqual(7)
    expect(ticks.every((tick) => tick >= from && tick < to)).toBe(true)
  },
)

test('a rotation is due a year after the oldest signing key began to sign', () => {
  const former = key({ state: 'retired', signingSince: '2020-01-01T00:00:00.000Z' })
  const later = key({ signingSince: '2026-05-01T00:00:00.000Z' })
  expect(rotationDue([former, later, key({})])).toBe(at('2027-01-02'))
  expect(rotationDue([former])).toBeNull()
  expect([29, 31].map((days) => isRotationNear(days * 86_400_000, 0))).toEqual([true, false])
})

test('a year has a tick at the begin of each quarter, a month a tick each week', () => {
  const year = axisOf([key({})], at('2026-12-01'))
  expect(year.unit).toBe('month')
  expect(year.ticks).toEqual(['2026-04-01', '2026-07-01', '2026-10-01', '2027-01-01'].map(at))
  const month = axisOf([key({ state: 'published', signingSince: null })], at('2026-01-02'))
  expect(month.unit).toBe('shortDay')
  expect(new Set(month.ticks.slice(1).map((tick, index) => tick - (month.ticks[index] ?? 0)))).toEqual(
    new Set([7 * 86_400_000]),
  )
})

test('a track has a short publication last, and the next key after the due rotation', () => {
  const published = key({ signingSince: '2026-01-01T00:01:00.000Z' })
  const axis = axisOf([published], at('2026-01-11'))
  const due = at('2027-01-01T00:01Z')
  const parts = [
    { kind: 'signs', from: at('2026-01-01T00:01Z'), to: due },
    { kind: 'published', from: at('2026-01-01'), to: at('2026-01-01T00:01Z') },
  ]
  expect(partsOf(published, axis, at('2026-01-11'))).toEqual([
    { kind: 'next', from: due, to: axis.to },
    ...parts,
  ])
  const late = at('2027-02-01')
  expect(partsOf(published, axis, late).slice(-3)).toEqual([
    { kind: 'overdue', from: due, to: late },
    ...parts,
  ])
})

test('the states of a rotation have the signing key and the oldest waiting key of each algorithm', () => {
  const waiting = {
    state: 'published',
    signingSince: null,
    promotableAt: '2026-01-03T00:00:00.000Z',
  } as const
  const later = key({ ...waiting, kid: 'later', createdAt: '2026-03-01T00:00:00.000Z' })
  const next = key({ ...waiting, kid: 'next', createdAt: '2026-02-01T00:00:00.000Z' })
  const rsa = key({ kid: 'rsa', algorithm: 'RS256' })
  const former = key({ state: 'published', algorithm: 'Ed25519' })
  expect(rotationStates([later, next, rsa, former, key({})])).toEqual([
    { algorithm: 'RS256', signing: rsa, next: undefined },
    { algorithm: 'ES256', signing: key({}), next },
  ])
})
