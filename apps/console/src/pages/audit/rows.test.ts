import type { AuditEntry } from '@signet/contracts'
import { beforeAll, expect, test } from 'vitest'
import { type Fold, foldEntries, foldTexts } from '../../components/audit/fold.ts'
import { loadTexts } from '../../texts/index.ts'
import { rowsOf } from './rows.ts'

beforeAll(() => loadTexts('en'))

const joined = (id: string, own: Partial<AuditEntry> = {}): AuditEntry => ({
  id,
  at: '2026-11-21T12:00:00.000Z',
  actor: 'usr_1',
  actorName: 'ada@acme.example',
  actorNameThen: 'ada@acme.example',
  action: 'enduser.group.join',
  targetType: 'EndUser',
  targetId: `usr_${id}`,
  targetName: `${id}@customer.example`,
  targetScope: null,
  surface: null,
  clientId: null,
  projectId: 'prj_1',
  connectionId: null,
  kid: null,
  detail: { groupId: 'grp_1', group: 'sales' },
  ...own,
})

const idsOf = (folds: readonly Fold[]): string[][] => folds.map((fold) => fold.map(({ id }) => id))

const textOf = (fold: Fold, names = new Map<string, string>()): string => {
  const { before, target, after } = foldTexts(fold, names)
  return `${before}${target}${after}`
}

test('three or more consecutive entries of one actor, action and group are folded', () => {
  const sales = ['1', '2', '3', '4'].map((id) => joined(id))
  const others = ['5', '6'].map((id) => joined(id, { detail: { groupId: 'grp_2', group: 'support' } }))
  expect(idsOf(foldEntries([...sales, ...others]))).toEqual([['1', '2', '3', '4'], ['5'], ['6']])
})

test.each<[string, Partial<AuditEntry>]>([
  ['actor', { actor: 'usr_2' }],
  ['agent', { clientId: 'https://agent.example' }],
  ['action', { action: 'enduser.group.leave' }],
  ['project', { projectId: 'prj_2' }],
  ['day', { at: '2026-11-19T12:00:00.000Z' }],
])('an entry of another %s interrupts a fold', (_name, other) => {
  const entries = [joined('1'), joined('2'), joined('3', other), joined('4')]
  expect(idsOf(foldEntries(entries))).toEqual([['1'], ['2'], ['3'], ['4']])
})

test('the entry of the group is folded with those of its users, and is not counted as a user', () => {
  const added = (targetId: string): AuditEntry =>
    joined('0', { action: 'group.member.add', targetType: 'Group', targetId, detail: {} })
  const [fold, ...others] = foldEntries([joined('2'), joined('1'), added('grp_1')])
  expect(others).toEqual([])
  expect(fold && textOf(fold)).toBe('added 2 users to group sales')
  expect(idsOf(foldEntries([joined('2'), joined('1'), added('grp_2')]))).toEqual([['2'], ['1'], ['0']])
  expect(idsOf(foldEntries([joined('1'), added('grp_1')]))).toEqual([['1'], ['0']])
})

test('the text of a folded import counts the users', () => {
  const imported = (id: string) => joined(id, { action: 'enduser.import', detail: {} })
  expect(textOf([imported('1'), imported('2'), imported('3')])).toBe('imported 3 users')
})

test('the text of folded memberships counts the users and names the group', () => {
  const fold: Fold = [joined('1'), joined('2'), joined('3')]
  expect(textOf(fold)).toBe('added 3 users to group sales')
  const ofDirectory = fold.map((entry) => ({ ...entry, detail: { groupId: 'grp_1' } }))
  const [first, ...rest] = ofDirectory
  expect(first && textOf([first, ...rest], new Map([['grp_1', 'engineering']]))).toBe(
    'added 3 users to group engineering',
  )
})

test('the text of other folds names two targets and counts the others', () => {
  const created = (id: string) => joined(id, { action: 'enduser.create', detail: {} })
  const fold: Fold = [created('ada'), created('bob'), created('cleo'), created('dan')]
  expect(textOf(fold)).toBe('created user ada@customer.example, bob@customer.example, and 2 more')
  const changed = joined('ada', { action: 'enduser.update', detail: {} })
  expect(textOf([changed, changed, changed])).toBe('changed user ada@customer.example')
})

test('a fold shows its entries when it is open, and when the side view shows one of them', () => {
  const entries = [joined('1'), joined('2'), joined('3')]
  const rows = (open: string[], peek?: string) =>
    rowsOf(entries, new Set(open), peek).map(({ id, isFolded }) => [id, isFolded ?? false])
  expect(rows([])).toEqual([['fold-1', false]])
  const opened = [
    ['fold-1', false],
    ['1', true],
    ['2', true],
    ['3', true],
  ]
  expect(rows(['fold-1'])).toEqual(opened)
  expect(rows([], '2')).toEqual(opened)
})
