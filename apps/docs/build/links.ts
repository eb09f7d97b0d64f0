import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { type DefaultTreeAdapterTypes, parse } from 'parse5'

interface PageFacts {
  readonly ids: ReadonlySet<string>
  readonly links: readonly string[]
}

/**
 * Includes links to files and headings.
 * @param pages HTML by the path of its file below `folder`
 */
export function deadLinks(folder: string, pages: ReadonlyMap<string, string>): string[] {
  const facts = new Map([...pages].map(([file, html]) => [file, factsOf(html)]))
  return [...facts].flatMap(([file, { links }]) =>
    links.filter((link) => !leads(link, file, folder, facts)).map((link) => `${file}: ${link}`),
  )
}

function leads(link: string, file: string, folder: string, facts: ReadonlyMap<string, PageFacts>): boolean {
  const [path = '', id = ''] = link.split('#')
  if (path !== '' && !path.startsWith('/docs/')) return true
  const target =
    path === '' ? file : `${path.slice('/docs/'.length)}${path.endsWith('/') ? 'index.html' : ''}`
  const page = facts.get(target)
  if (!page) return existsSync(join(folder, target))
  return id === '' || page.ids.has(decodeURIComponent(id))
}

function factsOf(html: string): PageFacts {
  const ids = new Set<string>()
  const links: string[] = []
  const visit = (node: DefaultTreeAdapterTypes.Node): void => {
    if ('attrs' in node)
      for (const { name, value } of node.attrs) {
        if (name === 'id') ids.add(value)
        if (name === 'href' && node.tagName === 'a') links.push(value)
      }
    if ('childNodes' in node) for (const child of node.childNodes) visit(child)
  }
  visit(parse(html))
  return { ids, links }
}
