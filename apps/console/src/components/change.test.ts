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
