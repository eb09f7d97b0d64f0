import { scopeFor } from '../../agent-scopes.ts'
import { nounOf, nouns } from '../../nouns.ts'
import type { Operation } from '../../operation.ts'
import { accessTexts } from '../access-texts.ts'
import { possibleEffects } from '../effects-of.ts'
import type { JsonSchema } from '../json-schema.ts'
import { placementOf } from '../placement.ts'
import { withExtensibleAnswers } from './extensible.ts'
import { documentInfo, type OpenApiInfo, securitySchemes } from './info.ts'
import { parameterComponents, parametersAndBody } from './parameters.ts'
import { codesByStatus, createProblemResponses, type ProblemResponses, problemExamples } from './problems.ts'
import { successResponses } from './responses.ts'
import { createSchemas, type OpenApiSchemas } from './schemas.ts'

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
