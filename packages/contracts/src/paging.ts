import * as z from 'zod'
import { limits } from './limits.ts'
import type { Operation } from './operation.ts'
import { Count } from './values.ts'

const { listPage } = limits

/** `name` ascending, `-name` descending. */
type Reversed<Field extends string> = Field extends `-${infer Ascending}` ? Ascending : `-${Field}`

const reversed = (field: string): string => (field.startsWith('-') ? field.slice(1) : `-${field}`)

const bothWays = <Field extends string>(fields: readonly [Field, ...Field[]]) =>
  fields.flatMap((field) => [field, reversed(field)]) as [Field, ...(Field | Reversed<Field>)[]]

/**
 * Fields of a list with pages. Without any of them the answer is the whole list, as specified; with one, a page.
 * @param fields sortable fields of a row; the first is the default order
 */
export const pageFields = <const Field extends string>(
  found: string,
  fields: readonly [Field, ...Field[]],
) => ({
  q: z.string().min(1).max(listPage.queryCharacters).optional().describe(`Part of ${found}, or an id.`),
  sort: z
    .enum(bothWays(fields))
    .optional()
    .describe(`Field to order by, descending after a hyphen. Default: ${fields[0]}.`),
  cursor: z.string().min(1).max(listPage.cursorCharacters).optional().describe('Earlier nextCursor.'),
  count: z.int().min(1).max(listPage.max).optional().describe(`Page size; default ${listPage.default}.`),
})

/** Missing in a whole list. */
export const pageAnswer = {
  nextCursor: z.string().optional().describe('Cursor of the next page; absent on the last one.'),
  total: Count.optional().describe('Matches, counted up to 10,000.'),
  totalCapped: z.boolean().optional().describe('true: more than total match.'),
}

export const isPaged = ({ input }: Operation): boolean => 'cursor' in input.shape

/** Includes the descending forms; the first is the default order. */
export function sortsOf({ input }: Operation): readonly string[] {
  const sort: unknown = input.shape.sort
  const inner = sort instanceof z.ZodOptional ? sort.unwrap() : undefined
  return inner instanceof z.ZodEnum ? inner.options.map(String) : []
}
