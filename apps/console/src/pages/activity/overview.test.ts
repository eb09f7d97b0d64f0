import { expect, test } from 'vitest'
import { labelled, ticksFor } from '../../components/chart-scale.ts'
import {
  addMonths,
  busiest,
  fourWeeksBefore,
  isCountedInPart,
  type Overview,
  projectsCsv,
  teamsCsv,
} from './overview.ts'

const months = (before: number, now: number) => [
  { month: '2026-10', total: before },
  { month: '2026-11', total: now },
]

const overview: Overview = {
  month: '2026-11',
  countingSince: '2026-10-02T00:00:00.000Z',
  projects: [
    {
      id: 'prj_1',
      name: 'Bakery, east',
      customer: { id: 'team_1', name: '=Acme' },
      months: months(3, 5),
      days: [],
    },
    { id: 'prj_2', name: 'Empty', customer: null, months: months(4, 0), days: [] },
    { id: 'prj_3', name: 'Shop', customer: null, months: months(0, 9), days: [] },
  ],
  customers: [{ id: 'team_1', name: 'Acme', months: months(3, 5), contacts: [] }],
  totals: { months: months(7, 14), days: [] },
  movers: [],
}

test('the tables list rows with users in the month by their number, and count the others', () => {
  const { busy, quiet } = busiest(overview.projects, '2026-11')
  expect(busy.map(({ id }) => id)).toEqual(['prj_3', 'prj_1'])
  expect(quiet).toBe(1)
})

test('the exported activity has a row per project and team, also without users, and no cell is a formula', () => {
  expect(projectsCsv(overview)).toBe(
    [
      'id,name,team,deletedAt,2026-10,2026-11',
      `prj_1,"Bakery, east",'=Acme,,3,5`,
      'prj_2,Empty,,,4,0',
      'prj_3,Shop,,,0,9',
      '',
    ].join('\r\n'),
  )
  expect(teamsCsv(overview)).toBe('id,name,2026-10,2026-11\r\nteam_1,Acme,3,5\r\n')
})

test('a month is counted over the end of a year', () => {
  expect(addMonths('2026-01', -1)).toBe('2025-12')
  expect(addMonths('2026-12', 1)).toBe('2027-01')
})

test.each([
  ['2026-08-31T09:00:00.000Z', '2026-08', true],
  ['2026-08-01T09:00:00.000Z', '2026-08', false],
  ['2026-08-31T09:00:00.000Z', '2026-09', false],
])('a counting since %s counts %s in part: %s', (since, month, isInPart) => {
  expect(isCountedInPart(month, since)).toBe(isInPart)
})

test('a day is compared with the same weekday four weeks before', () => {
  const figures = (month: string, count: number) =>
    Array.from({ length: count }, (_, index) => ({
      day: `${month}-${String(index + 1).padStart(2, '0')}`,
      total: index + 1,
    }))
  const october = figures('2026-10', 31)
  const values = fourWeeksBefore(october, figures('2026-11', 20), '2026-11')
  expect(values?.slice(0, 2)).toEqual([4, 5])
  expect(values?.slice(-2)).toEqual([1, 2])
  expect(values).toHaveLength(30)
  expect(fourWeeksBefore(october.slice(9), [], '2026-11')).toBeUndefined()
})

test.each([
  [0, [0, 1, 2]],
  [1, [0, 1, 2]],
  [7, [0, 2, 4, 6, 8]],
  [100, [0, 50, 100, 150]],
  [2300, [0, 1000, 2000, 3000]],
])('the axis for values up to %i has the marks %j', (most, marks) => {
  expect(ticksFor(most)).toEqual(marks)
})

test('an axis has at most the given number of labels, beginning with the first', () => {
  expect(labelled(24, 6, 24)).toEqual([0, 4, 8, 12, 16, 20])
  expect(labelled(31, 6, 31)).toEqual([0, 6, 12, 18, 24])
  expect(labelled(3, 6, 12)).toEqual([0, 2])
})
