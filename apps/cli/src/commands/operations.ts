import {
  type JsonSchema,
  nounOf,
  type Operation,
  type OperationName,
  objectSchemaOf,
  operationList,
} from '@signet/contracts'
import { type Command, Option } from 'commander'
import { callConfirmed } from '../connection/client.ts'
import { printJson, sessionOf, withInstance } from '../connection/session.ts'
import { fail } from '../failure.ts'
import { readText } from '../project-file/document.ts'

const callable = operationList.filter(({ kind }) => kind !== 'console_only')

const flagOf = (field: string): string => field.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)

/** A field with such a name needs `--input`. */
const reserved = new Set(['url', 'json', 'yes', 'wait', 'input', 'help'])

export function addOperations(program: Command): void {
  const group = program
    .command('call')
    .description('call an operation of the API by its name')
    .addHelpText(
      'after',
      '\nExamples:\n  signet call project_list\n  signet call client_get --project-id prj_… --client-id app_…\n  signet call client_create --input client.json',
    )
  for (const operation of callable) addOperation(group, operation)
}

function addOperation(group: Command, operation: Operation): void {
  const { properties } = objectSchemaOf(operation.input)
  const command = withInstance(group.command(operation.tool))
    .summary(operation.title)
    .description(operation.description)
    .option('--input <file>', 'fields as a JSON file, - for stdin; other options replace its fields')
    .addHelpText(
      'after',
      `\nOf: ${nounOf(operation.tool)}\nExample input:\n  ${JSON.stringify(operation.example)}`,
    )
  for (const [field, schema] of Object.entries(properties))
    if (!reserved.has(field)) command.addOption(optionOf(field, schema))
  command.action(async (options: Readonly<Record<string, string | undefined>>, self: Command) => {
    const session = sessionOf(self)
    const input = { ...readInput(options.input), ...fieldsOf(properties, options) }
    const client = await session.open()
    // The server validates the input, and its answer names each invalid field.
    const answer = await callConfirmed(
      client,
      operation.tool as OperationName,
      input as never,
      session.confirming,
    )
    printJson(session, answer)
  })
}

function optionOf(field: string, schema: JsonSchema): Option {
  const option = new Option(`--${flagOf(field)} <value>`, describe(schema))
  return field === 'projectId' ? option.env('SIGNET_PROJECT') : option
}

const describe = ({ description, type }: JsonSchema): string => {
  const form = type === 'array' || type === 'object' ? ' (JSON)' : ''
  return `${typeof description === 'string' ? description : ''}${form}`
}

function readInput(path: string | undefined): Record<string, unknown> {
  if (path === undefined) return {}
  const value: unknown = JSON.parse(readText(path))
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    return fail(`${path} is no JSON object.`)
  return value as Record<string, unknown>
}

function fieldsOf(
  properties: Readonly<Record<string, JsonSchema>>,
  options: Readonly<Record<string, string | undefined>>,
): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(properties).flatMap(([field, schema]): [string, unknown][] => {
      const given = reserved.has(field) ? undefined : options[field]
      return given === undefined ? [] : [[field, toFieldValue(schema, given)]]
    }),
  )
}

/** Leaves text that is no JSON for the server to refuse. */
function toFieldValue({ type, enum: values }: JsonSchema, given: string): unknown {
  const types = Array.isArray(type) ? type : [type]
  if (types.includes('null') && given === 'null') return null
  if (types.includes('string') || (types.includes(undefined) && Array.isArray(values))) return given
  try {
    return JSON.parse(given)
  } catch {
    return given
  }
}
