import type * as z from 'zod'
import { confirmationHeader } from '../../confirmation.ts'
import { nounOf, nouns } from '../../nouns.ts'
import { type Operation, takesConfirmation } from '../../operation.ts'
import { accessTexts } from '../access-texts.ts'
import { possibleEffects } from '../effects-of.ts'
import { type JsonSchema, objectSchemaOf } from '../json-schema.ts'
import { placementOf } from '../placement.ts'
import { commonResponses, problemExamples, problemResponses, successResponses } from './responses.ts'
import { createSchemas, type OpenApiSchemas } from './schemas.ts'

export interface OpenApiInfo {
  readonly baseUrl: string
  readonly title?: string
  readonly version?: string
}

/** Header with which a bearer repeats a call that needs a confirmation. */
const confirmationParameter = {
  name: confirmationHeader,
  in: 'header',
  required: false,
  schema: { type: 'string' },
  description:
    'By a bearer token: the single-use confirmation that the same call without this header answered (409 confirmation_required). The console’s own calls need none.',
}

function parametersAndBody(operation: Operation, schemas: OpenApiSchemas): JsonSchema {
  const { params, fields, fieldsIn } = placementOf(operation)
  const { required, additionalProperties } = objectSchemaOf(operation.input)
  const properties = Object.fromEntries(
    Object.entries(operation.input.shape).map(([name, schema]) => [name, schemas.of(schema as z.ZodType)]),
  )
  const pick = (names: readonly string[]) =>
    Object.fromEntries(names.map((name) => [name, properties[name] ?? {}]))
  const example = (name: string) =>
    operation.example[name] === undefined ? {} : { example: operation.example[name] }
  const inPath = params.map((name) => ({
    name,
    in: 'path',
    required: true,
    schema: properties[name] ?? {},
    ...example(name),
  }))
  const inHeader = takesConfirmation(operation) ? [confirmationParameter] : []
  const inQuery = fields.map((name) => ({
    name,
    in: 'query',
    required: required.includes(name),
    schema: properties[name] ?? {},
    ...example(name),
  }))
  if (fieldsIn === 'query') return { parameters: [...inPath, ...inQuery, ...inHeader] }
  const parameters = [...inPath, ...inHeader]
  if (fields.length === 0) return { parameters }
  const needed = fields.filter((name) => required.includes(name))
  const schema = {
    type: 'object',
    properties: pick(fields),
    required: needed,
    additionalProperties: additionalProperties ?? true,
  }
  const body = Object.fromEntries(Object.entries(operation.example).filter(([name]) => fields.includes(name)))
  const content = { 'application/json': { schema, example: body } }
  return { parameters, requestBody: { required: needed.length > 0, content } }
}

function documented(operation: Operation, schemas: OpenApiSchemas): JsonSchema {
  const security =
    operation.access.to === 'public' ? [] : operation.kind === 'console_only' ? [{ console: [] }] : undefined
  return {
    operationId: operation.tool,
    summary: operation.title,
    description:
      operation.kind === 'high_consequence'
        ? `${operation.description}\n\n${operation.consequence}`
        : operation.description,
    tags: [nounOf(operation.tool)],
    ...parametersAndBody(operation, schemas),
    responses: { ...successResponses(operation, schemas), ...problemResponses(operation, schemas) },
    ...(security ? { security } : {}),
    'x-kind': operation.kind,
    'x-effects': possibleEffects(operation),
    'x-access': accessTexts(operation.access),
    'x-audit-action': 'audit' in operation ? (operation.audit?.action ?? null) : null,
  }
}

export function openapiDocument(
  operations: readonly Operation[],
  { baseUrl, title = 'Signet administration API', version = '1.0.0' }: OpenApiInfo,
): JsonSchema {
  const schemas = createSchemas()
  const paths: Record<string, Record<string, JsonSchema>> = {}
  for (const operation of operations) {
    const { method, path } = placementOf(operation)
    const template = path.replace(/:(\w+)/g, '{$1}')
    paths[template] = { ...paths[template], [method.toLowerCase()]: documented(operation, schemas) }
  }
  return {
    openapi: '3.1.0',
    jsonSchemaDialect: 'https://json-schema.org/draft/2020-12/schema',
    info: { title, version },
    servers: [{ url: `${baseUrl.replace(/\/$/, '')}/admin/api` }],
    security: [{ console: [] }, { agent: [] }],
    tags: Object.entries(nouns).map(([name, description]) => ({ name, description })),
    paths,
    components: {
      responses: commonResponses(schemas),
      examples: problemExamples(),
      schemas: schemas.components(),
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
