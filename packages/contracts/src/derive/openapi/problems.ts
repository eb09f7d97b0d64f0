import { ConfirmationRequest } from '../../confirmation.ts'
import { type ErrorCode, errorCatalogue, errorCodes, Problem, problemType } from '../../errors.ts'
import { type Operation, previewOf, takesConfirmation } from '../../operation.ts'
import { errorsOf } from '../errors-of.ts'
import type { JsonSchema } from '../json-schema.ts'
import { componentName, type OpenApiSchemas } from './schemas.ts'

const statusNames: Readonly<Record<number, string>> = {
  400: 'BadRequest',
  401: 'Unauthorized',
  403: 'Forbidden',
  404: 'NotFound',
  405: 'MethodNotAllowed',
  409: 'Conflict',
  413: 'BodyTooLarge',
  415: 'UnsupportedMediaType',
  412: 'PreconditionFailed',
  422: 'InvalidValue',
  429: 'TooManyRequests',
  500: 'InternalError',
  503: 'Unavailable',
}

const confirmedStatuses: readonly number[] = [403, 409]

const retryAfter = {
  'Retry-After': { description: 'Seconds to wait before the next try.', schema: { type: 'integer' } },
}

const headersByStatus: Readonly<Record<number, JsonSchema>> = {
  401: {
    'WWW-Authenticate': { description: 'The accepted kind of credential.', schema: { type: 'string' } },
  },
  429: retryAfter,
  503: retryAfter,
}

const codesOfStatus = (codes: readonly ErrorCode[], status: number): ErrorCode[] =>
  codes.filter((code) => errorCatalogue[code].status === status)

export function codesByStatus(operation: Operation): Record<string, readonly ErrorCode[]> {
  const codes = errorsOf(operation)
  const statuses = [...new Set(codes.map((code) => errorCatalogue[code].status))].toSorted((a, b) => a - b)
  return Object.fromEntries(statuses.map((status) => [String(status), codesOfStatus(codes, status)]))
}

const listOf = (codes: readonly ErrorCode[]): string =>
  codes.map((code) => `- \`${code}\`: ${errorCatalogue[code].title}.`).join('\n')

/** The members are optional because only some codes have them. */
function extendedProblem(description: string, members: readonly JsonSchema[], schemas: OpenApiSchemas) {
  const problem = schemas.resolved(schemas.of(Problem))
  const properties = members.map((member) => schemas.resolved(member).properties)
  return { ...problem, description, properties: Object.assign({}, ...properties, problem.properties) }
}

interface Shape {
  /** Part of the component names; empty for the plain problem document. */
  readonly prefix: string
  readonly schema: JsonSchema
}

function shapeOf(operation: Operation, status: number, schemas: OpenApiSchemas): Shape {
  const plain = { prefix: '', schema: schemas.of(Problem) }
  if (!takesConfirmation(operation) || !confirmedStatuses.includes(status)) return plain
  const confirmation = schemas.of(ConfirmationRequest)
  const preview = status === 409 ? previewOf(operation) : undefined
  const prefix = preview ? componentName(operation.tool) : 'Confirmable'
  const description = preview
    ? 'A problem document with the members of a preview, of a confirmation, or of neither, by its code.'
    : 'A problem document, with the members of a confirmation for the codes that have one.'
  const members = preview ? [confirmation, schemas.of(preview)] : [confirmation]
  const schema = schemas.named(`${prefix}Problem`, extendedProblem(description, members, schemas))
  return { prefix, schema }
}

const componentReference = (kind: string, name: string): JsonSchema => ({
  $ref: `#/components/${kind}/${name}`,
})

export interface ProblemResponses {
  /** References to the shared responses, each with the codes of the operation. */
  of(operation: Operation): Record<string, JsonSchema>
  components(): Record<string, JsonSchema>
}

export function createProblemResponses(schemas: OpenApiSchemas): ProblemResponses {
  const components: Record<string, JsonSchema> = {}
  const reference = (operation: Operation, status: number): JsonSchema => {
    const { prefix, schema } = shapeOf(operation, status, schemas)
    const name = `${prefix}${statusNames[status]}`
    const codes = codesOfStatus(errorCodes, status)
    const examples = Object.fromEntries(
      codes.map((code) => [code, componentReference('examples', componentName(code))]),
    )
    const headers = headersByStatus[status]
    components[name] ??= {
      description: listOf(codes),
      ...(headers ? { headers } : {}),
      content: { 'application/problem+json': { schema, examples } },
    }
    return componentReference('responses', name)
  }
  return {
    of: (operation) =>
      Object.fromEntries(
        Object.entries(codesByStatus(operation)).map(([status, codes]) => [
          status,
          {
            ...reference(operation, Number(status)),
            description: codes.map((code) => `\`${code}\``).join(', '),
          },
        ]),
      ),
    components: () => components,
  }
}

export const problemExamples = (): Record<string, JsonSchema> =>
  Object.fromEntries(
    errorCodes.map((code) => {
      const { title, status, remedy } = errorCatalogue[code]
      const value = { type: problemType(code), title, status, detail: remedy, code }
      return [componentName(code), { summary: title, value }]
    }),
  )
