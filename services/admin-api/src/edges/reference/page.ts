import { createHash } from 'node:crypto'
import { Html, html } from '@signet/runtime'
import { type ApiDocument, type OperationPart, type SchemaPart, typeTexts } from './document.ts'
import { style } from './style.ts'

interface Shown {
  readonly method: string
  readonly path: string
  readonly operation: OperationPart
}

const kinds: Readonly<Record<string, string>> = {
  read: 'read',
  write: 'change',
  high_consequence: 'high consequence',
  console_only: 'console only',
}

/** Nothing but the page and its own style may load; there is no script. */
export const referencePolicy = [
  "default-src 'none'",
  `style-src 'sha256-${createHash('sha256').update(style).digest('base64')}'`,
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ')

/** The API reference: the document for people to read, made of nothing but the document. */
export function referencePage(document: ApiDocument): string {
  const groups = byTag(document)
  const page = html`<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>${document.info.title}</title><style>${new Html(style)}</style></head>
<body><nav aria-label="Operations"><strong>${document.info.title}</strong>${[...groups].map(navigation)}</nav>
<main><h1>${document.info.title}</h1>
<p>Beneath <code>${document.servers[0]?.url}</code>. The same as data: <a href="openapi.json">openapi.json</a> (OpenAPI 3.1).</p>
<p class="quiet">Every operation takes the console's session cookie or, for agents, a bearer token. Refusals are problem
documents (RFC 9457) with a <code>code</code>. A gated change answers a preview until it is repeated with
<code>confirm</code> and the preview's <code>expect</code>.</p>
${[...groups].map(([tag, shown]) => html`<h2>${tag}</h2>${shown.map(article)}`)}</main></body></html>
`
  return page.text
}

function byTag({ paths }: ApiDocument): Map<string, Shown[]> {
  const groups = new Map<string, Shown[]>()
  for (const [path, methods] of Object.entries(paths))
    for (const [method, operation] of Object.entries(methods)) {
      const tag = operation.tags[0] ?? 'other'
      groups.set(tag, [...(groups.get(tag) ?? []), { method, path, operation }])
    }
  return groups
}

const navigation = ([tag, shown]: readonly [string, readonly Shown[]]): Html =>
  html`<details><summary>${tag}</summary><ol>${shown.map(
    ({ operation }) => html`<li><a href="#${operation.operationId}">${operation.summary}</a></li>`,
  )}</ol></details>`

function article({ method, path, operation }: Shown): Html {
  const audit = operation['x-audit-action']
  return html`<article id="${operation.operationId}"><h3>${operation.summary}<span class="kind">${
    kinds[operation['x-kind']]
  }</span></h3>
<div class="route"><b class="${method}">${method.toUpperCase()}</b>${path}</div>
<p>${operation.description}</p>
<p class="quiet">Who may: ${operation['x-access']}. Agent tool and operation id: <code>${operation.operationId}</code>.${
    audit === null ? '' : html` Audited as <code>${audit}</code>.`
  }</p>
${request(operation)}${answer(operation)}${refusals(operation)}</article>`
}

function request({ parameters, requestBody }: OperationPart): Html {
  const media = requestBody?.content['application/json']
  const rows = [
    ...parameters.map(({ name, in: place, required, schema }) => field(name, schema, required, place)),
    ...fields(media?.schema),
  ]
  if (rows.length === 0) return html``
  const example = media?.example === undefined ? '' : JSON.stringify(media.example, null, 2)
  return html`${table(rows)}${example ? html`<details><summary>Example</summary><pre>${example}</pre></details>` : ''}`
}

function answer({ responses }: OperationPart): Html {
  const success = Object.entries(responses).find(([status]) => status.startsWith('2'))
  const schema = success?.[1].content?.['application/json']?.schema
  const rows = fields(schema?.oneOf?.[0] ?? schema)
  if (!success || rows.length === 0) return html``
  return html`<details><summary>Answer ${success[0]}</summary>${table(rows)}</details>`
}

const refusals = ({ responses }: OperationPart): Html =>
  html`<details><summary>Refusals</summary>${table(
    Object.entries(responses)
      .filter(([status]) => Number(status) >= 400)
      .map(
        ([status, { 'x-codes': codes = [] }]) =>
          html`<tr><td>${status}</td><td colspan="2">${codes.map((code) => html`<code>${code}</code> `)}</td></tr>`,
      ),
  )}</details>`

const table = (rows: readonly Html[]): Html =>
  html`<div class="scroll"><table><tbody>${rows}</tbody></table></div>`

const fields = (schema: SchemaPart | undefined): Html[] =>
  Object.entries(schema?.properties ?? {}).map(([name, part]) =>
    field(name, part, schema?.required?.includes(name) ?? false),
  )

const field = (name: string, schema: SchemaPart, required: boolean, place = ''): Html =>
  html`<tr><td><code>${name}</code>${required ? '' : html` <span class="quiet">optional</span>`}${
    place && place !== 'query' ? html` <span class="quiet">in ${place}</span>` : ''
  }</td><td>${typeTexts(schema)}</td><td>${schema.description}</td></tr>`
