import { scopeFor } from '../../agent-scopes.ts'
import { nounOf, nouns } from '../../nouns.ts'
import type { Operation } from '../../operation.ts'
import { accessTexts } from '../access-texts.ts'
import { possibleEffects } from '../effects-of.ts'
import type { JsonSchema } from '../json-schema.ts'
import { placementOf } from '../placement.ts'
import { documentInfo, type OpenApiInfo, securitySchemes } from './info.ts'
import { parameterComponents, parametersAndBody } from './parameters.ts'
import { codesByStatus, createProblemResponses, type ProblemResponses, problemExamples } from './problems.ts'
import { successResponses } from './responses.ts'
import { createSchemas, type OpenApiSchemas } from './schemas.ts'

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

function opened(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(opened)
  if (!isRecord(value)) return value
  const members = Object.entries(value).filter(
    ([keyword, member]) => keyword !== 'additionalProperties' || member !== false,
  )
  return Object.fromEntries(members.map(([key, member]) => [key, opened(member)]))
}

/**
 * Permits further members in schemas that only answers have, so that a client generated from this document accepts the answers of a
 * later release. Requests stay closed: the server rejects unknown fields.
 */
const withExtensibleAnswers = (
  schemas: Readonly<Record<string, JsonSchema>>,
  requested: Readonly<Record<string, JsonSchema>>,
): Record<string, JsonSchema> =>
  Object.fromEntries(
    Object.entries(schemas).map(([name, schema]) => [
      name,
      name in requested ? schema : (opened(schema) as JsonSchema),
    ]),
  )

function securityOf(operation: Operation): Record<string, readonly string[]>[] {
  if (operation.access.to === 'public') return []
  const scope = scopeFor(operation)
  return [{ console: [] }, ...(scope === null ? [] : [{ oauth2: [scope] }])]
}

function documented(operation: Operation, schemas: OpenApiSchemas, problems: ProblemResponses): JsonSchema {
  return {
    operationId: operation.tool,
    summary: operation.title,
    description:
      operation.kind === 'high_consequence'
        ? `${operation.description}\n\n${operation.consequence}`
        : operation.description,
    tags: [nounOf(operation.tool)],
    ...parametersAndBody(operation, schemas),
    responses: { ...successResponses(operation, schemas), ...problems.of(operation) },
    security: securityOf(operation),
    'x-kind': operation.kind,
    'x-effects': possibleEffects(operation),
    'x-access': accessTexts(operation.access),
    'x-audit-action': 'audit' in operation ? (operation.audit?.action ?? null) : null,
    'x-codes': codesByStatus(operation),
  }
}

export function openapiDocument(operations: readonly Operation[], info: OpenApiInfo): JsonSchema {
  const schemas = createSchemas()
  const problems = createProblemResponses(schemas)
  const paths: Record<string, Record<string, JsonSchema>> = {}
  for (const operation of operations) {
    const { method, path } = placementOf(operation)
    const template = path.replace(/:(\w+)/g, '{$1}')
    paths[template] = {
      ...paths[template],
      [method.toLowerCase()]: documented(operation, schemas, problems),
    }
  }
  const responses = problems.components()
  const requested = Object.values(paths).flatMap((methods) =>
    Object.values(methods).map(({ parameters, requestBody = {} }) => [parameters, requestBody]),
  )
  return {
    openapi: '3.1.0',
    jsonSchemaDialect: 'https://json-schema.org/draft/2020-12/schema',
    ...documentInfo(info),
    tags: Object.entries(nouns).map(([name, description]) => ({ name, description })),
    paths,
    components: {
      parameters: parameterComponents,
      responses,
      examples: problemExamples(),
      schemas: withExtensibleAnswers(
        schemas.componentsFor(paths, responses),
        schemas.componentsFor(requested),
      ),
      securitySchemes: securitySchemes(info.baseUrl),
    },
  }
}
