import * as z from 'zod'
import { maxWaitSeconds, reasonField, waitField } from '../agent-arguments.ts'
import { ConfirmationRequest, confirmationField } from '../confirmation.ts'
import { idempotencyField } from '../idempotency.ts'
import { labelFields } from '../labels.ts'
import {
  isDeletion,
  isTool,
  type Operation,
  previewOf,
  type ToolOperation,
  takesConfirmation,
} from '../operation.ts'
import { FreeObject } from '../values.ts'
import { type JsonSchema, type ObjectSchema, objectSchemaOf } from './json-schema.ts'
import { placementOf } from './placement.ts'
import { inputForModels, type OutputSchema, outputForClients } from './tool-schemas.ts'

export interface McpTool {
  readonly name: string
  readonly title: string
  readonly description: string
  readonly inputSchema: ObjectSchema
  readonly outputSchema: OutputSchema
  readonly annotations: {
    readonly readOnlyHint: boolean
    /**
     * Only for changes, because the protocol gives both no meaning next to readOnlyHint, and only when not the protocol's default:
     * destructive and not idempotent.
     */
    readonly destructiveHint?: false
    readonly idempotentHint?: true
    /** False: a tool reaches only this instance. */
    readonly openWorldHint: boolean
  }
}

/** Accepted by changes too, unlisted. */
const waitInput: JsonSchema = {
  type: 'integer',
  maximum: maxWaitSeconds,
  description: 'Waits for the decision.',
}

/** The instructions of the endpoint describe them once: a description in each tool would cost a fiftieth of the list. */
export const commonArguments: Readonly<Record<string, JsonSchema>> = {
  [confirmationField]: { type: 'string' },
  [idempotencyField]: { type: 'string' },
  [reasonField]: { type: 'string' },
}

/** Removes the order: a model sorts the rows itself. */
function withoutSort(schema: ObjectSchema): ObjectSchema {
  const { sort: _sort, ...properties } = schema.properties
  return { ...schema, properties }
}

/** The confirmation of a high-consequence call also confirms its preview. */
const confirmsPreview = (operation: ToolOperation): boolean =>
  operation.kind === 'high_consequence' && previewOf(operation) !== undefined

function withoutPreviewFields(schema: ObjectSchema): ObjectSchema {
  const { confirm: _confirm, expect: _expect, ...properties } = schema.properties
  return { ...schema, properties }
}

/**
 * Too large for each list of tools; the results of tools leave them out too. A project file contains the issuers and receivers of
 * assertions.
 */
export const fieldsWithoutTools: ReadonlySet<string> = new Set([
  'assertionAudiences',
  'assertionIssuers',
  'clientCertificate',
  'targetName',
])

/** Removes the fields of labels too: no tool sets labels, and a result has them unlisted. */
const withoutUnlisted = (schema: ObjectSchema): ObjectSchema => ({
  ...schema,
  properties: Object.fromEntries(
    Object.entries(schema.properties).filter(
      ([name]) => !fieldsWithoutTools.has(name) && !labelFields.has(name),
    ),
  ),
})

const withWait = (operation: ToolOperation, schema: ObjectSchema): ObjectSchema =>
  operation.waitsForDecision
    ? { ...schema, properties: { ...schema.properties, [waitField]: waitInput } }
    : schema

function inputSchemaOf(operation: ToolOperation): ObjectSchema {
  const whole = withoutUnlisted(objectSchemaOf(operation.input))
  const schema = confirmsPreview(operation) ? withoutPreviewFields(whole) : whole
  if (operation.kind === 'read') return withWait(operation, withoutSort(schema))
  return { ...schema, properties: { ...commonArguments, ...schema.properties } }
}

/** The gateway always prefers the deleted object. */
const Deleted = z.object({ deleted: FreeObject.optional() })

/** The output schema permits other members. */
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

/** One object that allows every response: the output schema must not be a union. */
function outputSchemaOf(operation: ToolOperation): ObjectSchema {
  const preview = previewOf(operation)
  const confirmed = takesConfirmation(operation)
  const answer = withoutUnlisted(objectSchemaOf(isDeletion(operation) ? Deleted : operation.answer))
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
  const isDestructive = operation.kind === 'high_consequence' || method === 'DELETE'
  return {
    name: operation.tool,
    title: operation.title,
    description: descriptionOf(operation),
    inputSchema: inputForModels(inputSchemaOf(operation)),
    outputSchema: outputForClients(outputSchemaOf(operation)),
    annotations: {
      readOnlyHint: operation.kind === 'read',
      ...(isDestructive || operation.kind === 'read' ? {} : { destructiveHint: false }),
      ...(operation.kind !== 'read' && method !== 'POST' ? { idempotentHint: true } : {}),
      openWorldHint: false,
    },
  }
}

export const mcpToolsOf = (operations: readonly Operation[]): McpTool[] =>
  operations.filter(isTool).map(mcpToolOf)
