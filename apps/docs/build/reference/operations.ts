import {
  accessTexts,
  errorsPagePath,
  isTool,
  type Noun,
  nouns,
  type Operation,
  operationsOf,
  placementOf,
} from '@signet/contracts'
import { code, prose } from '../markdown.ts'
import type { Page } from '../page.ts'
import { calls } from './document.ts'
import { requestFields, responseFields } from './fields.ts'
import { overviewPath } from './overview.ts'
import { curlOf } from './sample.ts'

export const operationPages = (): Page[] =>
  (Object.keys(nouns) as Noun[]).map((noun, index) => ({
    path: `reference/api/${noun}`,
    title: `Operations: ${noun.replaceAll('-', ' ')}`,
    label: capitalized(noun),
    description: nouns[noun],
    order: 10 + index,
    body: [
      prose(nouns[noun]),
      `[Tokens, errors, confirmations and pages](page:${overviewPath}) are the same for all operations. Errors of every operation, such as [\`forbidden\`](page:${errorsPagePath}#forbidden), are not repeated here.`,
      ...Object.values<Operation>(operationsOf[noun])
        .toSorted((a, b) => (a.tool < b.tool ? -1 : 1))
        .map(operationText),
    ].join('\n\n'),
  }))

const capitalized = (noun: string): string =>
  `${noun.charAt(0).toUpperCase()}${noun.slice(1).replaceAll('-', ' ')}`

const kindTexts = {
  read: 'read',
  write: 'change',
  high_consequence: 'change of high consequence',
  console_only: 'console only',
} as const satisfies Record<Operation['kind'], string>

function operationText(operation: Operation): string {
  const call = calls.get(operation.tool)
  if (!call) throw new Error(`The OpenAPI document has no operation ${operation.tool}.`)
  const { method, path } = placementOf(operation)
  const errors = operation.errors
    .map((error) => `[${code(error)}](page:${errorsPagePath}#${error})`)
    .join(', ')
  const facts = [
    ['Name', `${code(operation.tool)}${isTool(operation) ? ', also a tool of agents' : ''}`],
    ['Kind', kindTexts[operation.kind]],
    ['Access', accessTexts(operation.access)],
    ...('audit' in operation && operation.audit ? [['Audit action', code(operation.audit.action)]] : []),
    ...(errors ? [['Errors', errors]] : []),
  ] as const
  const consequence = operation.kind === 'high_consequence' ? ` ${prose(operation.consequence)}` : ''
  return [
    `## ${prose(operation.title)}`,
    `\`\`\`http\n${method} /admin/api${path}\n\`\`\``,
    `${prose(operation.description)}${consequence}`,
    requestFields(call.operation),
    facts.map(([name, value]) => `- ${name}: ${value}`).join('\n'),
    operation.kind === 'console_only' ? '' : curlOf(call),
    responseFields(call.operation),
  ]
    .filter(Boolean)
    .join('\n\n')
}
