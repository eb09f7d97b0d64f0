import * as z from 'zod'
import { ConfirmationRequest } from '../../confirmation.ts'
import { ErrorCodeName, Problem } from '../../errors.ts'
import * as activity from '../../resources/activity.ts'
import * as administrator from '../../resources/administrator.ts'
import * as agentClient from '../../resources/agent-client.ts'
import * as approval from '../../resources/approval.ts'
import * as auditEntry from '../../resources/audit-entry.ts'
import * as client from '../../resources/client.ts'
import * as connection from '../../resources/connection.ts'
import * as fault from '../../resources/fault.ts'
import * as group from '../../resources/group.ts'
import * as plan from '../../resources/plan.ts'
import * as project from '../../resources/project.ts'
import * as protectedResource from '../../resources/protected-resource.ts'
import * as provider from '../../resources/provider.ts'
import * as secretReveal from '../../resources/secret-reveal.ts'
import * as settings from '../../resources/settings.ts'
import * as signingKey from '../../resources/signing-key.ts'
import * as team from '../../resources/team.ts'
import * as user from '../../resources/user.ts'
import { Deletion } from '../../values.ts'
import { type JsonSchema, simplify } from '../json-schema.ts'

/** Modules of resources; an exported name becomes one schema in every generated client. */
const modules = [
  administrator,
  agentClient,
  approval,
  auditEntry,
  activity,
  client,
  connection,
  fault,
  group,
  plan,
  project,
  protectedResource,
  provider,
  secretReveal,
  settings,
  signingKey,
  team,
  user,
  { ConfirmationRequest, Deletion, ErrorCode: ErrorCodeName, Problem },
]

const isNamed = (value: unknown): value is z.ZodType =>
  value instanceof z.ZodObject || value instanceof z.ZodEnum

const names = new Map(
  modules.flatMap((module) =>
    Object.entries(module).flatMap(([name, value]) =>
      isNamed(value) ? [[value as z.ZodType, name] as const] : [],
    ),
  ),
)

/** Zod's own metadata, with the name as the id of references. */
const registry = {
  get: (schema: z.ZodType) => {
    const metadata = z.globalRegistry.get(schema)
    const id = names.get(schema)
    return id === undefined ? metadata : { ...metadata, id }
  },
  has: (schema: z.ZodType) => names.has(schema) || z.globalRegistry.has(schema),
} as unknown as typeof z.globalRegistry

export interface OpenApiSchemas {
  /** Returns the schema, or a reference to it; referenced schemas are collected for `components`. */
  of(schema: z.ZodType): JsonSchema
  components(): Record<string, JsonSchema>
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Converts references from `#/$defs/Project` of one schema to `#/components/schemas/Project` of the document. */
function relocated(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(relocated)
  if (!isRecord(value)) return value
  return Object.fromEntries(
    Object.entries(value).map(([key, member]) => [
      key,
      key === '$ref' && typeof member === 'string'
        ? member.replace('#/$defs/', '#/components/schemas/')
        : relocated(member),
    ]),
  )
}

export function createSchemas(): OpenApiSchemas {
  const components: Record<string, JsonSchema> = {}
  return {
    of(schema) {
      const options = { io: 'input', unrepresentable: 'any', metadata: registry } as const
      const { $schema: _, $defs = {}, ...own } = z.toJSONSchema(schema, options)
      for (const [name, definition] of Object.entries($defs)) {
        const { id: _id, ...described } = definition
        components[name] ??= relocated(simplify(described)) as JsonSchema
      }
      return relocated(simplify(own)) as JsonSchema
    },
    components: () => Object.fromEntries(Object.entries(components).toSorted(([a], [b]) => (a < b ? -1 : 1))),
  }
}
