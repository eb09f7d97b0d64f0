import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { HourBars } from './hour-bars.tsx'

test('the bars of the hours are hidden from screen readers, share the scale of other charts and keep a least height, and only the current hour has the full color', () => {
  const html = renderToStaticMarkup(createElement(HourBars, { hours: [10, 0, 1, 5], most: 20 }))
  expect(html).toMatch(/^<svg aria-hidden="true"/)
  const heights = [...html.matchAll(/height="([\d.]+)" class="(fill-bar[a-z-]*)"/g)].map(
    ([, ...parts]) => parts,
  )
  expect(heights).toEqual([
    ['10', 'fill-bar-past'],
    ['0', 'fill-bar-past'],
    ['3', 'fill-bar-past'],
    ['5', 'fill-bar'],
  ])
})
