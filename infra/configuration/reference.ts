import { environments } from '@signet/runtime'
import type * as z from 'zod'

interface Variable {
  readonly name: string
  readonly schema: z.ZodType
  readonly readers: string[]
}

const variables = (): Variable[] => {
  const found = new Map<string, Variable>()
  for (const [reader, shape] of Object.entries(environments))
    for (const [name, schema] of Object.entries(shape)) {
      const variable: Variable = found.get(name) ?? { name, schema, readers: [] }
      variable.readers.push(reader)
      found.set(name, variable)
    }
  return [...found.values()].sort((a, b) => (a.name < b.name ? -1 : 1))
}

const all = Object.keys(environments)

function row({ name, schema, readers }: Variable): string {
  const { description = '', unit = '', isSecret } = (schema.meta() ?? {}) as Record<string, unknown>
  const names = isSecret ? `\`${name}\`, \`${name}_FILE\`` : `\`${name}\``
  const who = readers.length === all.length ? 'all' : readers.join(', ')
  return `| ${[names, who, defaultOf(schema), unit, description].join(' | ')} |`
}

function defaultOf(schema: z.ZodType): string {
  const parsed = schema.safeParse(undefined)
  if (!parsed.success) return 'required'
  const value = Array.isArray(parsed.data) ? parsed.data.join(',') : parsed.data
  return value === undefined || value === '' ? '' : `\`${String(value)}\``
}

const configurationTable = (): string =>
  [
    '| Variable | Read by | Default | Unit | Description |',
    '| --- | --- | --- | --- | --- |',
    ...variables().map(row),
  ].join('\n')

const [begin, end] = ['<!-- variables: infra/configuration/print.ts -->', '<!-- end of variables -->']

export function renewed(document: string): string {
  const [before, rest] = document.split(begin)
  const [, after] = (rest ?? '').split(end)
  if (after === undefined) throw new Error('The document has no markers for the table.')
  return `${before}${begin}\n\n${configurationTable()}\n\n${end}${after}`
}
