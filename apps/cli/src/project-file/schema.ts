import { ProjectDocument } from '@signet/contracts'
import * as z from 'zod'

export const schemaFile = 'signet.schema.json'

/** JSON Schema (2020-12), with which editors complete and check a file. */
export function projectFileSchema(): object {
  const { $schema, ...schema } = z.toJSONSchema(ProjectDocument, { io: 'input', unrepresentable: 'any' })
  return { $schema, title: 'Signet project file', ...withoutMarks(schema) }
}

const marks = new Set(['x-secret', 'x-brief'])

/** Marks are no keywords of JSON Schema. */
function withoutMarks(value: object): object {
  return JSON.parse(JSON.stringify(value, (key, member) => (marks.has(key) ? undefined : member)))
}
