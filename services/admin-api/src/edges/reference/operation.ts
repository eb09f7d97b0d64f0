import { type ErrorCode, errorCatalogue } from '@signet/contracts'
import { type Html, html } from '@signet/http'
import type { OperationPart } from './document.ts'
import { field, fields, table } from './fields.ts'
import { samples } from './samples.ts'

export interface OperationEntry {
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

export function article({ method, path, operation }: OperationEntry, base: string): Html {
  const audit = operation['x-audit-action']
  return html`<article id="${operation.operationId}"><h3>${operation.summary}<span class="kind">${
    kinds[operation['x-kind']]
  }</span></h3>
<div class="route"><b class="${method}">${method.toUpperCase()}</b>${path}</div>
<p>${operation.description}</p>
<p class="quiet">Who may: ${operation['x-access']}. Agent tool and operation id: <code>${operation.operationId}</code>.${
    audit === null ? '' : html` Audited as <code>${audit}</code>.`
  }</p>
${request(operation)}${answer(operation)}${refusals(operation)}${samples({ method, path, operation, base })}</article>`
}

const request = ({ parameters, requestBody }: OperationPart): Html =>
  table([
    ...parameters.map(({ name, in: place, required, schema, description }) =>
      field(name, { ...schema, ...(description === undefined ? {} : { description }) }, { required, place }),
    ),
    ...fields(requestBody?.content['application/json']?.schema),
  ])

function answer({ responses }: OperationPart): Html {
  const success = Object.entries(responses).find(([status]) => status.startsWith('2'))
  const schema = success?.[1].content?.['application/json']?.schema
  const rows = fields(schema?.oneOf?.[0] ?? schema)
  if (!success || rows.length === 0) return html``
  return html`<details><summary>Answer ${success[0]}</summary>${table(rows)}</details>`
}

const isCode = (code: string): code is ErrorCode => Object.hasOwn(errorCatalogue, code)

const refusal = (status: string, code: string): Html =>
  html`<tr><td>${status} <code>${code}</code></td><td>${
    isCode(code)
      ? html`${errorCatalogue[code].title}. <span class="quiet">${errorCatalogue[code].remedy}</span>`
      : ''
  }</td></tr>`

const refusals = ({ 'x-codes': codes }: OperationPart): Html =>
  html`<details><summary>Refusals</summary>${table(
    Object.entries(codes).flatMap(([status, some]) => some.map((code) => refusal(status, code))),
  )}</details>`
