import { expect, test } from 'vitest'
import { type Activity, daysCsv, monthsCsv } from './activity-csv.ts'

const counts = (total: number) => ({ total, local: total, upstream: 0, renewal: 0, directoryProvisioned: 0 })

const activity: Activity = {
  id: 'prj_1',
  name: '=HYPERLINK("https://evil.example")',
  month: '2026-11',
  countingSince: '2026-10-05T00:00:00.000Z',
  current: counts(5),
  days: [
    { day: '2026-11-01', ...counts(2) },
    { day: '2026-11-02', ...counts(3) },
  ],
  previousMonths: [{ month: '2026-10', ...counts(4) }],
}

test('the export has a row per day, and a project name that begins with = is no formula', () => {
  const [head, first, second, ...rest] = daysCsv(activity).trimEnd().split('\r\n')
  expect(head).toBe('id,name,day,total,local,upstream,renewal,directoryProvisioned')
  expect(first).toBe(`prj_1,"'=HYPERLINK(""https://evil.example"")",2026-11-01,2,2,0,0,0`)
  expect(second).toContain(',2026-11-02,3,')
  expect(rest).toEqual([])
})

test('the export by month ends with the month so far, and omits a month that was not counted', () => {
  const months = monthsCsv(activity)
    .trimEnd()
    .split('\r\n')
    .slice(1)
    .map((line) => /,(\d{4}-\d{2}),(\d+),/.exec(line)?.slice(1))
  expect(months).toEqual([
    ['2026-10', '4'],
    ['2026-11', '5'],
  ])
  const [head, ...rows] = monthsCsv({ ...activity, current: null, previousMonths: [] })
    .trimEnd()
    .split('\r\n')
  expect([head?.startsWith('id,name,month,'), rows]).toEqual([true, []])
})
