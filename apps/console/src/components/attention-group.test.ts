import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { beforeAll, expect, it } from 'vitest'
import { loadTexts } from '../texts/index.ts'

beforeAll(() => loadTexts('en'))

const titles = (count: number): string => `${count} faults`

async function render(items: number, total?: number): Promise<string> {
  const { AttentionGroup } = await import('./attention-group.tsx')
  return renderToStaticMarkup(
    createElement(AttentionGroup, {
      title: titles,
      items: Array.from({ length: items }, (_, index) => ({
        key: `${index}`,
        title: `Fault ${index}`,
        action: null,
      })),
      ...(total === undefined ? {} : { total }),
    }),
  )
}

it('a group of the home page counts all items, shows three, and counts the others', async () => {
  const html = await render(5)
  expect(html).toContain('5 faults')
  expect(html.match(/<li/g)).toHaveLength(3)
  expect(html).toContain('2 more')
})

it('a group of the home page counts the items that were not read', async () => {
  const html = await render(3, 12)
  expect(html).toContain('12 faults')
  expect(html).toContain('counter-increment:items 12')
  expect(html).toContain('9 more')
})

it('a group of the home page without items is not shown, and one with few items leaves none out', async () => {
  expect(await render(0)).toBe('')
  expect(await render(2)).not.toContain('more')
})

it('the only item of a group of the home page is shown without the heading of the group', async () => {
  const html = await render(1)
  expect(html).toContain('Fault 0')
  expect(html).not.toContain('1 faults')
  expect(await render(1, 2)).toContain('2 faults')
})

it('an item of the home page has its age in words', async () => {
  const { AttentionGroup } = await import('./attention-group.tsx')
  const at = new Date(Date.now() - 3 * 86_400_000).toISOString()
  const html = renderToStaticMarkup(
    createElement(AttentionGroup, {
      title: titles,
      items: [
        { key: '1', title: 'Delete', age: { at, text: (age: string) => `requested ${age}` }, action: null },
      ],
    }),
  )
  expect(html.replace(/<[^>]+>/g, '')).toContain('requested 3 days ago')
})

it('an item of the home page names its project behind the text, before the action', async () => {
  const { AttentionGroup } = await import('./attention-group.tsx')
  const html = renderToStaticMarkup(
    createElement(AttentionGroup, {
      title: titles,
      items: [{ key: '1', title: 'Directory', detail: 'No credential.', project: 'Acme', action: 'Fix' }],
    }),
  )
  expect(html.replace(/<[^>]+>/g, '')).toBe('DirectoryNo credential. Project AcmeFix')
})
