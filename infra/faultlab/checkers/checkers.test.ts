import { expect, test } from 'vitest'
import { doubtBetween, type Ledger, newLedger } from '../ledger.ts'
import { repeatedNotices } from './delivery.ts'
import { checkers } from './index.ts'
import type { ObservedState } from './observed.ts'
import { failures, longestOutage, recoveryTime, slowRequests } from './recovery.ts'

const done = { at: 1, outcome: 'done' } as const

function truth(): { ledger: Ledger; observed: ObservedState } {
  const ledger: Ledger = {
    ...newLedger(),
    writes: [
      { ...done, action: 'enduser.create', subject: 'lab-a' },
      { ...done, action: 'enduser.lock', subject: 'usr_a' },
      { ...done, action: 'enduser.create', subject: 'lab-b' },
      { ...done, action: 'enduser.update', subject: 'usr_b' },
      { at: 1, outcome: 'unknown', action: 'enduser.create', subject: 'lab-c' },
    ],
    redemptions: [
      { ...done, token: 'code', granted: 'first' },
      { at: 2, outcome: 'refused', token: 'code', granted: '' },
      // Repeated within the reuse window.
      { ...done, token: 'repeated', granted: 'successor' },
      { ...done, token: 'repeated', granted: 'successor' },
    ],
    revocations: [{ token: 'refresh', at: 5 }],
    uses: [
      { ...done, token: 'refresh', replica: 'auth-1' },
      { at: 6, outcome: 'refused', token: 'refresh', replica: 'auth-2' },
    ],
    endings: [{ ...done, application: 'app', sid: 's1' }],
    notices: [{ at: 2, application: 'app', sid: 's1', isAccepted: true }],
    captured: [{ at: 1 }, { at: 2 }],
  }
  const account = { isLocked: false, isActive: true }
  const observed: ObservedState = {
    accounts: [
      { ...account, id: 'usr_a', name: 'lab-a', isLocked: true },
      { ...account, id: 'usr_b', name: 'lab-b', isActive: false },
    ],
    entries: [
      { action: 'enduser.create', target: 'usr_a' },
      { action: 'enduser.lock', target: 'usr_a' },
      { action: 'enduser.create', target: 'usr_b' },
      { action: 'enduser.update', target: 'usr_b' },
      // Entry of the request without a response: its change may be missing.
      { action: 'enduser.create', target: 'usr_c' },
    ],
    liveTokens: [{ grant: 'g', count: 1 }],
    outbox: 0,
    faults: { recorded: 1, dropped: 1 },
  }
  return { ledger, observed }
}

type Falsify = (truth: { ledger: Ledger; observed: ObservedState }) => {
  ledger?: Ledger
  observed?: ObservedState
}

/** Each falsification violates one promise only. */
const planted: Readonly<Record<string, readonly Falsify[]>> = {
  'every acknowledged change is there': [
    ({ ledger }) => ({
      ledger: {
        ...ledger,
        writes: [...ledger.writes, { ...done, action: 'enduser.create', subject: 'lab-x' }],
      },
    }),
    ({ ledger }) => ({
      ledger: {
        ...ledger,
        writes: [...ledger.writes, { ...done, action: 'enduser.lock', subject: 'usr_b' }],
      },
    }),
  ],
  'each change has one audit entry': [
    ({ observed }) => ({ observed: { ...observed, entries: observed.entries.slice(1) } }),
    ({ observed: { entries, ...rest } }) => ({
      observed: { ...rest, entries: [...entries, ...entries.slice(0, 1)] },
    }),
  ],
  'no audit entry without an attempt': [
    ({ observed: { entries, ...rest } }) => ({
      observed: { ...rest, entries: [...entries, { action: 'enduser.lock', target: 'usr_b' }] },
    }),
    ({ observed: { entries, ...rest } }) => ({
      observed: { ...rest, entries: [...entries, { action: 'enduser.create', target: 'usr_d' }] },
    }),
  ],
  'nothing is redeemed twice': [
    ({ ledger }) => ({
      ledger: {
        ...ledger,
        redemptions: [...ledger.redemptions, { ...done, token: 'code', granted: 'second' }],
      },
    }),
    ({ observed }) => ({ observed: { ...observed, liveTokens: [{ grant: 'g', count: 2 }] } }),
  ],
  'a revoked token never works again': [
    ({ ledger }) => ({
      ledger: { ...ledger, uses: [{ at: 6, outcome: 'done', token: 'refresh', replica: 'auth-2' }] },
    }),
  ],
  'applications are notified of each end': [
    ({ ledger }) => ({ ledger: { ...ledger, notices: [] } }),
    ({ ledger }) => ({ ledger: { ...ledger, endings: [] } }),
    ({ ledger: { notices, ...rest } }) => ({
      ledger: { ...rest, notices: notices.map((notice) => ({ ...notice, isAccepted: false })) },
    }),
  ],
  'defects are counted exactly': [
    ({ observed }) => ({ observed: { ...observed, faults: { recorded: 1, dropped: 0 } } }),
    ({ observed }) => ({ observed: { ...observed, faults: { recorded: 3, dropped: 0 } } }),
  ],
  'the outbox is drained': [({ observed }) => ({ observed: { ...observed, outbox: 1 } })],
}

test('each checker finds the violations planted for it, and no other checker does', () => {
  expect(Object.keys(planted)).toEqual(Object.keys(checkers))
  for (const [promise, falsified] of Object.entries(planted))
    for (const falsify of falsified) {
      const { ledger, observed } = { ...truth(), ...falsify(truth()) }
      const broken = Object.keys(checkers).filter((name) => checkers[name]?.(ledger, observed).length)
      expect(broken, String(falsify)).toEqual([promise])
    }
})

test('a correct ledger violates no promise', () => {
  const { ledger, observed } = truth()
  for (const check of Object.values(checkers)) expect(check(ledger, observed)).toEqual([])
  expect(repeatedNotices(ledger)).toBe(0)
  expect(repeatedNotices({ ...ledger, notices: [...ledger.notices, ...ledger.notices] })).toBe(1)
})

test('a change acknowledged between a backup and its restore may be missing', () => {
  const { ledger, observed } = truth()
  const lost = { ...observed, accounts: [], entries: [] }
  expect(checkers['every acknowledged change is there']?.(ledger, lost)).toHaveLength(4)
  doubtBetween(ledger, 0, 1)
  expect(checkers['every acknowledged change is there']?.(ledger, lost)).toEqual([])
  expect(ledger.endings).toEqual([{ at: 1, outcome: 'unknown', application: 'app', sid: 's1' }])
})

const request = (at: number, outcome: 'done' | 'refused', milliseconds = 1, kind = 'token') => ({
  ...{ at, outcome, milliseconds, kind },
  status: outcome === 'done' ? 200 : 503,
})

test('recovery is the time from the end of the cause to the last failure that a success follows', () => {
  const requests = [
    request(0, 'done'),
    request(1_000, 'refused'),
    request(2_100, 'done'),
    request(2_200, 'refused'),
    request(2_300, 'done'),
  ]
  const ledger = { ...newLedger(), requests }
  const window = { began: 500, ended: 2_000 }
  expect(recoveryTime(ledger, window)).toEqual({ kind: 'token', milliseconds: 201 })
  expect(longestOutage(ledger, window)).toBe(1_101)
  expect(failures(ledger, window)).toHaveLength(1)
  const never = { ...ledger, requests: [...requests, request(2_500, 'refused', 1, 'sign-in')] }
  expect(recoveryTime(never, window)).toEqual({ kind: 'sign-in', milliseconds: Number.POSITIVE_INFINITY })
  expect(recoveryTime(ledger, { began: 0, ended: 3_000 })).toEqual({ kind: 'none', milliseconds: 0 })
})

test('a request is slow when its response is later than the limit', () => {
  const ledger = { ...newLedger(), requests: [request(10, 'refused', 4_900), request(20, 'refused', 5_600)] }
  expect(slowRequests(ledger, { began: 0, ended: 100 }, 5_000)).toHaveLength(1)
})
