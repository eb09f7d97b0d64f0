import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { beforeAll, expect, test } from 'vitest'
import { loadTexts } from '../texts/index.ts'
import { stepTones } from './chart-tones.ts'

beforeAll(() => loadTexts('en'))

async function render(
  days: readonly (readonly number[])[],
  series: readonly string[],
  former?: readonly number[],
) {
  const { BarChart } = await import('./bar-chart.tsx')
  const bars = days.map((values, index) => ({ key: `${index}`, name: `Day ${index}`, values }))
  const before = former && { name: 'Before', values: former }
  return renderToStaticMarkup(createElement(BarChart, { label: 'By day', series, bars, former: before }))
}

const textOf = (html: string): string =>
  html
    .replace(/<[^>]+>/g, ' ')
    .replace(/\s+/g, ' ')
    .trim()

test('a chart of one day is a figure without axes', async () => {
  const html = await render([[1234]], ['Total'])
  expect(html).not.toContain('<svg')
  expect(textOf(html)).toBe('1,234 Day 0')
  expect(textOf(await render([[2, 3]], ['Password', 'Provider']))).toBe('5 Day 0: Password 2, Provider 3')
})

test('a chart of several days, or of a day that is compared with a month, is drawn', async () => {
  expect(await render([[1], [2]], ['Total'])).toContain('<svg')
  expect(await render([[1]], ['Total'], [4, 5])).toContain('<svg')
})

test('each of a few bars has a label', async () => {
  const html = await render([[1], [2], [3], [4]], ['Total'])
  const [axis = ''] = html.split('<details')
  expect(textOf(axis)).toMatch(/Day 0 Day 1 Day 2 Day 3$/)
})

test('the period before is drawn as one stepped line behind the bars', async () => {
  const html = await render([[1], [2]], ['Total'], [4, 2])
  expect(html).toMatch(/<path[^>]*d="M0 [\d.]+H[\d.]+V[\d.]+H[\d.]+"/)
  expect(html.indexOf('<path')).toBeLessThan(html.indexOf('fill-bar'))
  expect(textOf(html)).toContain('Total Before')
})

test('a further series is drawn in a row of its own, and a new day is marked with its date', async () => {
  const { BarChart } = await import('./bar-chart.tsx')
  const bars = [
    { key: '1', name: '11 PM', values: [60, 2] },
    { key: '2', name: '12 AM', values: [30, 1], begins: 'Nov 29' },
  ]
  const props = {
    label: 'By hour',
    series: ['Sign-ins', 'Failed'],
    bars,
    tones: ['past', 'pastProblem'] as const,
    isSplit: true,
  }
  const html = renderToStaticMarkup(createElement(BarChart, props))
  expect(html.match(/<svg[^>]*viewBox="0 0 600 160"/g)).toHaveLength(2)
  expect(html.match(/aria-label="Failed"/g)).toHaveLength(1)
  const [axis = ''] = html.split('<details')
  expect(textOf(axis).match(/Nov 29/g)).toHaveLength(1)
})

test('the parts of the current period are one step stronger than those of past periods, with gaps between them', async () => {
  const { BarChart } = await import('./bar-chart.tsx')
  const bars = [
    { key: '1', name: 'Nov 28', values: [3, 2, 1] },
    { key: '2', name: 'Nov 29', values: [1, 1, 1], isCurrent: true },
  ]
  const props = { label: 'By day', series: ['Local', 'Provider', 'Refresh'], tones: stepTones, bars }
  const html = renderToStaticMarkup(createElement(BarChart, props))
  const [plot = ''] = html.split('<ul')
  expect([...plot.matchAll(/class="stroke-surface (fill-[a-z-]+)"/g)].map(([, fill]) => fill)).toEqual([
    'fill-bar-soft',
    'fill-bar-past',
    'fill-bar-faint',
    'fill-bar',
    'fill-bar-soft',
    'fill-bar-past',
  ])
})
