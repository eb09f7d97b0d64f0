import { ConfirmationRequest } from '../../confirmation.ts'
import { type ErrorCode, errorCatalogue, errorCodes, Problem, problemType } from '../../errors.ts'
import { type Operation, previewOf } from '../../operation.ts'
import { errorsOf } from '../errors-of.ts'
import type { JsonSchema } from '../json-schema.ts'
import { placementOf } from '../placement.ts'
import { exampleOf } from './example.ts'
import type { OpenApiSchemas } from './schemas.ts'

/** Codes whose problem document also has the members of a preview or of a confirmation. */
const withPreview: readonly ErrorCode[] = ['preview_required', 'stale_preview']
const withConfirmation: readonly ErrorCode[] = [
  'confirmation_required',
  'confirmation_invalid',
  'approval_pending',
  'approval_refused',
]

const retried: readonly number[] = [429, 503]
const retryAfter = {
  'Retry-After': { description: 'Seconds to wait before the next try.', schema: { type: 'integer' } },
}

const codeIs = (codes: readonly ErrorCode[]): JsonSchema => ({
  type: 'object',
  required: ['code'],
  properties: { code: { type: 'string', enum: codes } },
})

/** Builds one schema per kind of error of a status, distinguished by `code`. */
function problemSchema(
  operation: Operation,
  codes: readonly ErrorCode[],
  schemas: OpenApiSchemas,
): JsonSchema {
  const problem = schemas.of(Problem)
  const preview = previewOf(operation)
  const confirmation = schemas.of(ConfirmationRequest)
  const kinds: (readonly [readonly ErrorCode[], readonly JsonSchema[]])[] = [
    [codes.filter((code) => !needsItsOperation(code)), []],
    [codes.filter((code) => withPreview.includes(code)), preview ? [schemas.of(preview)] : []],
    [codes.filter((code) => withConfirmation.includes(code)), [confirmation]],
  ]
  const variants = kinds
    .filter(([some]) => some.length > 0)
    .map(([some, members]) => ({ allOf: [problem, codeIs(some), ...members.map(open)] }))
  const [only] = variants
  return variants.length === 1 && only ? only : { oneOf: variants }
}

/** Permits other members, because those of the problem document are in the same object. */
function open(schema: JsonSchema): JsonSchema {
  const { additionalProperties: _, ...rest } = schema
  return rest
}

const nameOf = (code: ErrorCode): string =>
  code.replace(/(?:^|_)(\w)/g, (_match, letter: string) => letter.toUpperCase())

/** Error responses that are equal for all operations, by the name under which operations reference them. */
export const commonResponses = (schemas: OpenApiSchemas): Record<string, JsonSchema> =>
  Object.fromEntries(
    errorCodes
      .filter((code) => !needsItsOperation(code))
      .map((code) => [nameOf(code), responseOf([code], { allOf: [schemas.of(Problem), codeIs([code])] })]),
  )

const needsItsOperation = (code: ErrorCode): boolean => [...withPreview, ...withConfirmation].includes(code)

function responseOf(codes: readonly ErrorCode[], schema: JsonSchema): JsonSchema {
  const [first] = codes
  const lines = codes.map((code) => `- \`${code}\`: ${errorCatalogue[code].title}.`)
  const headers = first && retried.includes(errorCatalogue[first].status) ? { headers: retryAfter } : {}
  const content = { 'application/problem+json': { schema, examples: examplesOf(codes) } }
  return { description: lines.join('\n'), ...headers, 'x-codes': codes, content }
}

export function problemResponses(operation: Operation, schemas: OpenApiSchemas): Record<string, JsonSchema> {
  const byStatus = new Map<number, ErrorCode[]>()
  for (const code of errorsOf(operation)) {
    const { status } = errorCatalogue[code]
    byStatus.set(status, [...(byStatus.get(status) ?? []), code])
  }
  return Object.fromEntries(
    [...byStatus].map(([status, codes]) => {
      const [only] = codes
      const isCommon = only !== undefined && codes.length === 1 && !needsItsOperation(only)
      const reference = { $ref: `#/components/responses/${only ? nameOf(only) : ''}` }
      return [status, isCommon ? reference : responseOf(codes, problemSchema(operation, codes, schemas))]
    }),
  )
}

const examplesOf = (codes: readonly ErrorCode[]) =>
  Object.fromEntries(codes.map((code) => [code, { $ref: `#/components/examples/${nameOf(code)}` }]))

/** Examples of problem documents, one per code. */
export const problemExamples = (): Record<string, JsonSchema> =>
  Object.fromEntries(
    errorCodes.map((code) => {
      const { title, status, remedy } = errorCatalogue[code]
      return [nameOf(code), { value: { type: problemType(code), title, status, detail: remedy, code } }]
    }),
  )

export function successResponses(operation: Operation, schemas: OpenApiSchemas): Record<string, JsonSchema> {
  const { successStatus } = placementOf(operation)
  const preview = previewOf(operation)
  // A 409 has the preview in the problem document.
  const previewed = preview && !('previewStatus' in operation) ? schemas.of(preview) : undefined
  const shown = previewed && {
    200: answer('What the change would do; repeat with confirm.', previewed, schemas),
  }
  if (successStatus === 204) return { 204: { description: 'Done; there is nothing to say.' }, ...shown }
  const done = schemas.of(operation.answer)
  if (!previewed || successStatus !== 200)
    return { [successStatus]: answer('Done.', done, schemas), ...shown }
  const either = { oneOf: [done, previewed] }
  return { 200: answer('Done, or, without confirm, what the change would do.', either, schemas) }
}

function answer(description: string, schema: JsonSchema, schemas: OpenApiSchemas): JsonSchema {
  const components = schemas.components()
  const resolve = (reference: string) => components[reference.slice(reference.lastIndexOf('/') + 1)] ?? {}
  return { description, content: { 'application/json': { schema, example: exampleOf(schema, resolve) } } }
}
