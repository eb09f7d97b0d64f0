import { ConfirmationRequest, confirmationField } from '../confirmation.ts'
import { idempotencyField } from '../idempotency.ts'
import { isTool, type Operation, previewOf, type ToolOperation, takesConfirmation } from '../operation.ts'
import { type JsonSchema, type ObjectSchema, objectSchemaOf } from './json-schema.ts'
import { placementOf } from './placement.ts'
import { inputForModels, type OutputSchema, outputForClients } from './tool-schemas.ts'

/** A tool in the result of `tools/list` of the Model Context Protocol. */
export interface McpTool {
  readonly name: string
  readonly title: string
  readonly description: string
  readonly inputSchema: ObjectSchema
  readonly outputSchema: OutputSchema
  readonly annotations: {
    readonly readOnlyHint: boolean
    /** Set for changes only: the protocol gives both no meaning next to readOnlyHint. */
    readonly destructiveHint?: boolean
    readonly idempotentHint?: boolean
    /** False: a tool reaches only this instance. */
    readonly openWorldHint: boolean
  }
}

const confirmationInput: JsonSchema = {
  type: 'string',
  description: 'From the preview.',
}

const idempotencyInput: JsonSchema = { type: 'string', description: 'Makes repeats safe.' }

/** Removes the order: a model sorts the rows itself. */
function withoutSort(schema: ObjectSchema): ObjectSchema {
  const { sort: _sort, ...properties } = schema.properties
  return { ...schema, properties }
}

/** The confirmation of a high-consequence call also confirms its preview, with the counts shown to the agent. */
const confirmsPreview = (operation: ToolOperation): boolean =>
  operation.kind === 'high_consequence' && previewOf(operation) !== undefined

function withoutPreviewFields(schema: ObjectSchema): ObjectSchema {
  const { confirm: _confirm, expect: _expect, ...properties } = schema.properties
  return { ...schema, properties }
}

/**
 * Fields that are too large for each list of tools: the issuers of JWTs, which a project file contains, the certificate for
 * a provider, and the names of targets in the audit. The results of tools leave them out too.
 */
export const fieldsWithoutTools: ReadonlySet<string> = new Set([
  'assertionIssuers',
  'clientCertificate',
  'targetName',
])

const withoutLargeFields = (schema: ObjectSchema): ObjectSchema => ({
  ...schema,
  properties: Object.fromEntries(
    Object.entries(schema.properties).filter(([name]) => !fieldsWithoutTools.has(name)),
  ),
})

function inputSchemaOf(operation: ToolOperation): ObjectSchema {
  const whole = withoutLargeFields(objectSchemaOf(operation.input))
  const schema = confirmsPreview(operation) ? withoutPreviewFields(whole) : whole
  if (operation.kind === 'read') return withoutSort(schema)
  const properties = {
    ...schema.properties,
    [confirmationField]: confirmationInput,
    [idempotencyField]: idempotencyInput,
  }
  return { ...schema, properties }
}

/** Members of a confirmation request that a client reads; the output schema permits other members. */
const confirmationOutput = objectSchemaOf(
  ConfirmationRequest.pick({ confirmation: true, consequence: true, approval: true }),
)

const same = (a: JsonSchema, b: JsonSchema): boolean => JSON.stringify(a) === JSON.stringify(b)

function merge(into: Map<string, JsonSchema>, schema: ObjectSchema): void {
  for (const [name, property] of Object.entries(schema.properties)) {
    const present = into.get(name)
    into.set(name, !present || same(present, property) ? property : { anyOf: [present, property] })
  }
}

/** Builds one object that allows every response of the tool, because the output schema must not be a union. */
function outputSchemaOf(operation: ToolOperation): ObjectSchema {
  const preview = previewOf(operation)
  const confirmed = takesConfirmation(operation)
  const answer = withoutLargeFields(objectSchemaOf(operation.answer))
  if (!preview && !confirmed) return answer
  const properties = new Map<string, JsonSchema>()
  merge(properties, answer)
  if (preview) merge(properties, objectSchemaOf(preview))
  if (confirmed) merge(properties, confirmationOutput)
  return {
    type: 'object',
    properties: Object.fromEntries(properties),
    required: [],
    additionalProperties: false,
  }
}

function descriptionOf(operation: ToolOperation): string {
  const parts = [operation.description]
  if (previewOf(operation) && !confirmsPreview(operation))
    parts.push('Without confirm a change that needs it only answers a preview.')
  if (operation.kind === 'high_consequence') parts.push(`High consequence. ${operation.consequence}`)
  return parts.join(' ')
}

export function mcpToolOf(operation: ToolOperation): McpTool {
  const { method } = placementOf(operation)
  return {
    name: operation.tool,
    title: operation.title,
    description: descriptionOf(operation),
    inputSchema: inputForModels(inputSchemaOf(operation)),
    outputSchema: outputForClients(outputSchemaOf(operation)),
    annotations: {
      readOnlyHint: operation.kind === 'read',
      ...(operation.kind === 'read'
        ? {}
        : {
            destructiveHint: operation.kind === 'high_consequence' || method === 'DELETE',
            idempotentHint: method !== 'POST',
          }),
      openWorldHint: false,
    },
  }
}

export const mcpToolsOf = (operations: readonly Operation[]): McpTool[] =>
  operations.filter(isTool).map(mcpToolOf)
