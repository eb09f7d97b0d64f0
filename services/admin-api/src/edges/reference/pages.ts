import { html } from '@signet/http'
import type { ApiDocument } from './document.ts'
import { layout, referencePath } from './layout.ts'
import { article, type OperationEntry } from './operation.ts'
import { beginning } from './start.ts'

const shownOf = ({ paths }: ApiDocument): OperationEntry[] =>
  Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ method, path, operation })),
  )

const tagOf = ({ operation }: OperationEntry): string => operation.tags[0] ?? ''

const baseOf = ({ servers }: ApiDocument): string => servers[0]?.url ?? ''

const line = (shown: OperationEntry) =>
  html`<li><a href="${referencePath}/${tagOf(shown)}#${shown.operation.operationId}">${shown.operation.summary}</a>
<span class="route"><b class="${shown.method}">${shown.method.toUpperCase()}</b>${shown.path}</span></li>`

export function startPage(document: ApiDocument): string {
  const all = shownOf(document)
  const index = document.tags.map(
    ({ name, description }) =>
      html`<section><h3><a href="${referencePath}/${name}">${name}</a></h3><p class="quiet">${description}</p>
<ul class="index">${all.filter((shown) => tagOf(shown) === name).map(line)}</ul></section>`,
  )
  const main = html`<h1>${document.info.title}</h1>
<p>Beneath <code>${baseOf(document)}</code>. The same as data: <a href="/admin/api/openapi.json">openapi.json</a> (OpenAPI 3.1)
and <a href="/admin/api/openapi-3.0.json">openapi-3.0.json</a> for generators that read only OpenAPI 3.0.</p>
${beginning(baseOf(document))}<h2>Operations</h2>${index}`
  return layout(document, { main })
}

export function tagPage(document: ApiDocument, tag: string): string {
  const description = document.tags.find(({ name }) => name === tag)?.description
  const shown = shownOf(document).filter((each) => tagOf(each) === tag)
  const main = html`<h1>${tag}</h1><p>${description}</p>${shown.map((each) => article(each, baseOf(document)))}`
  return layout(document, { title: tag, current: tag, main })
}

const searchedWords = 20

/**
 * Every word must occur in the name, title, description or path. Keeps a line and the searched text of each operation, not the
 * document.
 */
export function createSearch(document: ApiDocument): (q: string) => string {
  const { info, tags } = document
  const all = shownOf(document).map((shown) => {
    const { operationId, summary, description } = shown.operation
    return { text: `${operationId} ${summary} ${description} ${shown.path}`.toLowerCase(), line: line(shown) }
  })
  return (q) => {
    const words = q.toLowerCase().split(/\s+/).filter(Boolean).slice(0, searchedWords)
    const found = all.filter(({ text }) => words.every((word) => text.includes(word)))
    const main = html`<h1>Search</h1><p>${found.length} of ${all.length} operations have &ldquo;${q}&rdquo;.</p>
<ul class="index">${found.map((each) => each.line)}</ul>`
    return layout({ info, tags }, { title: 'Search', q, main })
  }
}
