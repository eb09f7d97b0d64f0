import {
  accessTexts,
  errorsPagePath,
  isTool,
  type JsonSchema,
  type Noun,
  nouns,
  type Operation,
  objectSchemaOf,
  operationsOf,
  placementOf,
} from '@signet/contracts'
import { code, prose, table } from '../markdown.ts'
import type { Page } from '../page.ts'

export const operationPages = (): Page[] =>
  (Object.keys(nouns) as Noun[]).map((noun, index) => ({
    path: `reference/api/${noun}`,
    title: `Operations: ${noun.replaceAll('-', ' ')}`,
    label: capitalized(noun),
    description: nouns[noun],
    order: 10 + index,
    body: [
      prose(nouns[noun]),
      `The [interactive reference](/admin/api/reference/${noun}) shows the schemas of responses and examples for curl. Errors of every operation, such as [\`forbidden\`](page:${errorsPagePath}#forbidden), are not repeated here.`,
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
    fieldsTable(operation),
    facts.map(([name, value]) => `- ${name}: ${value}`).join('\n'),
  ]
    .filter(Boolean)
    .join('\n\n')
}

function fieldsTable(operation: Operation): string {
  const { properties, required } = objectSchemaOf(operation.input)
  const rows = Object.entries(properties).map(([name, schema]) => [
    code(name),
    typeText(schema),
    required.includes(name) ? 'required' : '',
    prose(typeof schema.description === 'string' ? schema.description : ''),
  ])
  return rows.length === 0 ? '' : table(['Field', 'Type', '', 'Meaning'], rows)
}

function typeText(schema: JsonSchema): string {
  if (Array.isArray(schema.enum))
    return schema.enum
      .slice(0, 8)
      .map((value) => code(String(value)))
      .join(' ')
  if (schema.type === 'array') return `list of ${typeText((schema.items ?? {}) as JsonSchema)}`
  if (Array.isArray(schema.type)) return schema.type.join(' or ')
  return typeof schema.type === 'string' ? schema.type : 'any'
}
