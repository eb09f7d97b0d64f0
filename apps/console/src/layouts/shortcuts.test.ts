import { expect, it } from 'vitest'
import { nouns } from '../nouns.ts'
import { pagesIn } from './help-pages.ts'

it.each(['instanceNav', 'projectNav'] as const)(
  'the keys of %s are unique, and none starts a sequence',
  (level) => {
    const keys = nouns.flatMap((noun) => noun[level]?.key ?? [])
    expect(keys.length).toBeGreaterThan(9)
    expect(new Set(keys).size).toBe(keys.length)
    expect(keys).not.toContain('g')
  },
)

it('the pages of the documents are read from their index', () => {
  const index =
    '# Signet\n\n- [Run it](/docs/how-to/run.md): How.\n- [Elsewhere](https://example.com/a.md): No.\n'
  expect(pagesIn(index)).toEqual([{ title: 'Run it', url: '/docs/how-to/run/' }])
})
