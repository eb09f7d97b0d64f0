import { type ErrorCode, errorCatalogue, Problem } from '../errors.ts'
import { type Operation, previewOf } from '../operation.ts'
import { accessWords } from './access-words.ts'
import { errorsOf } from './errors-of.ts'
import { type JsonSchema, objectSchemaOf } from './json-schema.ts'
import { placementOf } from './placement.ts'

export interface OpenApiInfo {
  /** Address of the instance. */
  readonly baseUrl: string
  readonly title?: string
  readonly version?: string
}

const json = (schema: JsonSchema) => ({ 'application/json': { schema } })
const problemRef = { $ref: '#/components/schemas/Problem' }

function problemResponses(operation: Operation): Record<string, JsonSchema> {
  const byStatus = new Map<number, ErrorCode[]>()
  for (const code of errorsOf(operation)) {
    const { status } = errorCatalogue[code]
    byStatus.set(status, [...(byStatus.get(status) ?? []), code])
  }
  const responses = [...byStatus].map(([status, codes]): [string, JsonSchema] => {
    const lines = codes.map((code) => `- \`${code}\`: ${errorCatalogue[code].title}.`)
    const content = { 'application/problem+json': { schema: problemRef } }
    return [String(status), { description: lines.join('\n'), 'x-codes': codes, content }]
  })
  return Object.fromEntries(responses)
}

function successResponses(operation: Operation): Record<string, JsonSchema> {
  const { successStatus } = placementOf(operation)
  if (successStatus === 204)
    return { 204: { description: 'Done; there is nothing to say.' }, ...previewResponse(operation) }
  const answer = objectSchemaOf(operation.answer)
  const preview = previewOf(operation)
  if (preview && successStatus === 200 && !('previewStatus' in operation)) {
    const schema = { oneOf: [answer, objectSchemaOf(preview)] }
    return {
      200: { description: 'Done, or, without confirm, what the change would do.', content: json(schema) },
    }
  }
  return { [successStatus]: { description: 'Done.', content: json(answer) }, ...previewResponse(operation) }
}

/** A preview answered with a status of its own. A 409 carries its members in the problem document. */
function previewResponse(operation: Operation): Record<string, JsonSchema> {
  const preview = previewOf(operation)
  if (!preview || 'previewStatus' in operation) return {}
  return {
    200: {
      description: 'What the change would do; repeat with confirm.',
      content: json(objectSchemaOf(preview)),
    },
  }
}

function parametersAndBody(operation: Operation): JsonSchema {
  const { params, fields, fieldsIn } = placementOf(operation)
  const { properties, required, additionalProperties } = objectSchemaOf(operation.input)
  const pick = (names: readonly string[]) =>
    Object.fromEntries(names.map((name) => [name, properties[name] ?? {}]))
  const inPath = params.map((name) => ({ name, in: 'path', required: true, schema: properties[name] ?? {} }))
  const inQuery = fields.map((name) => ({
    name,
    in: 'query',
    required: required.includes(name),
    schema: properties[name] ?? {},
  }))
  if (fieldsIn === 'query') return { parameters: [...inPath, ...inQuery] }
  if (fields.length === 0) return { parameters: inPath }
  const needed = fields.filter((name) => required.includes(name))
  const schema = {
    type: 'object',
    properties: pick(fields),
    required: needed,
    additionalProperties: additionalProperties ?? true,
  }
  const example = Object.fromEntries(
    Object.entries(operation.example).filter(([name]) => fields.includes(name)),
  )
  const content = { 'application/json': { schema, example } }
  return { parameters: inPath, requestBody: { required: needed.length > 0, content } }
}

function documented(operation: Operation): JsonSchema {
  const security =
    operation.access.to === 'public' ? [] : operation.kind === 'console_only' ? [{ console: [] }] : undefined
  return {
    operationId: operation.tool,
    summary: operation.title,
    description:
      operation.kind === 'high_consequence'
        ? `${operation.explains}\n\n${operation.consequence}`
        : operation.explains,
    tags: [tagOf(operation)],
    ...parametersAndBody(operation),
    responses: { ...successResponses(operation), ...problemResponses(operation) },
    ...(security ? { security } : {}),
    'x-kind': operation.kind,
    'x-access': accessWords(operation.access),
    'x-audit-action': 'audit' in operation ? (operation.audit?.action ?? null) : null,
  }
}

/** Deeds on a project itself, which are no nouns of their own. */
const ofTheProject = new Set(['address', 'owner', 'plan', 'purge', 'restore', 'summary'])

/** The noun of the path: what stands last of its fixed segments before the deed. */
function tagOf(operation: Operation): string {
  const segments = placementOf(operation)
    .path.split('/')
    .filter((part) => part !== '' && !part.startsWith(':'))
  const noun = segments[0] === 'projects' ? segments[1] : segments[0]
  return noun === undefined || ofTheProject.has(noun) ? 'projects' : noun
}

/** OpenAPI 3.1 document of the operations given. */
export function openapiDocument(
  operations: readonly Operation[],
  { baseUrl, title = 'Signet administration API', version = '1.0.0' }: OpenApiInfo,
): JsonSchema {
  const paths: Record<string, Record<string, JsonSchema>> = {}
  for (const operation of operations) {
    const { method, path } = placementOf(operation)
    const template = path.replace(/:(\w+)/g, '{$1}')
    paths[template] = { ...paths[template], [method.toLowerCase()]: documented(operation) }
  }
  return {
    openapi: '3.1.0',
    jsonSchemaDialect: 'https://json-schema.org/draft/2020-12/schema',
    info: { title, version },
    servers: [{ url: `${baseUrl.replace(/\/$/, '')}/admin/api` }],
    security: [{ console: [] }, { agent: [] }],
    paths,
    components: {
      schemas: { Problem: objectSchemaOf(Problem) },
      securitySchemes: {
        console: {
          type: 'apiKey',
          in: 'cookie',
          name: '__Host-signet_console',
          description: 'The console session.',
        },
        agent: {
          type: 'http',
          scheme: 'bearer',
          bearerFormat: 'JWT',
          description: 'A token for the agent endpoint.',
        },
      },
    },
  }
}
