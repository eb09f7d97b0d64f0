import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { beforeAll, expect, test } from 'vitest'
import { loadTexts } from '../texts/index.ts'

beforeAll(() => loadTexts('en'))

test('a change is shown as an arrow with percent, and read as words', async () => {
  const { Change } = await import('./change.tsx')
  const render = (now: number, before: number) => renderToStaticMarkup(createElement(Change, { now, before }))
  expect(render(6, 4)).toMatch(/aria-hidden="true">↑ 50%<.*sr-only">50% more</)
  expect(render(3, 4)).toMatch(/aria-hidden="true">↓ 25%<.*sr-only">25% fewer</)
  expect(render(4, 4)).toContain('>No change<')
  expect(render(4, 0)).toBe('')
})

test('more sign-ins are read as better, more failures as worse, and a change below five percent as neither', async () => {
  const { Change } = await import('./change.tsx')
  const render = (now: number, before: number, better: 'more' | 'fewer') =>
    renderToStaticMarkup(createElement(Change, { now, before, better }))
  expect(render(6, 4, 'more')).toMatch(/text-good.*sr-only">50% more, better</)
  expect(render(3, 4, 'more')).toMatch(/text-problem.*sr-only">25% fewer, worse</)
  expect(render(6, 4, 'fewer')).toMatch(/text-problem.*sr-only">50% more, worse</)
  expect(render(105, 100, 'fewer')).toMatch(/text-problem/)
  expect(render(104, 100, 'fewer')).toMatch(/text-ink.*sr-only">4% more</)
})
