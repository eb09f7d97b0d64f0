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
import { described } from './descriptions.ts'

/** An exported name becomes one schema in every generated client. */
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

/** Generators name the class that sends requests `Client`. */
const renamed: Readonly<Record<string, string>> = { Client: 'Application', ClientRow: 'ApplicationRow' }

const names = new Map(
  modules.flatMap((module) =>
    Object.entries(module).flatMap(([name, value]) =>
      isNamed(value) ? [[value as z.ZodType, renamed[name] ?? name] as const] : [],
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
  /**
   * Returns the schema, or a reference to it.
   * @param owner the field that has the schema
   */
  of(schema: z.ZodType, owner?: string): JsonSchema
  /** Collects a schema under a name, unless it is a reference already; returns the reference. */
  named(name: string, schema: JsonSchema): JsonSchema
  /** Returns a schema without a reference unchanged. */
  resolved(schema: JsonSchema): JsonSchema
  /** Returns the schemas that these parts reference, directly or through each other. */
  componentsFor(...parts: readonly unknown[]): Record<string, JsonSchema>
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const schemaPrefix = '#/components/schemas/'

/** Converts `#/$defs/Project` of one schema to `#/components/schemas/Project` of the document. */
function relocated(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(relocated)
  if (!isRecord(value)) return value
  return Object.fromEntries(
    Object.entries(value).map(([key, member]) => [
      key,
      key === '$ref' && typeof member === 'string'
        ? member.replace('#/$defs/', schemaPrefix)
        : relocated(member),
    ]),
  )
}

/** Writes a union with null, because generators lose the null of `type: [x, 'null']`. They read the description before the union. */
function withNullUnion(schema: Record<string, unknown>): Record<string, unknown> {
  const { type, description, ...rest } = schema
  if (Array.isArray(type) && type.length === 2 && type[1] === 'null') {
    const values = Array.isArray(rest.enum) ? { enum: rest.enum.filter((each) => each !== null) } : {}
    return union(description, { type: type[0], ...rest, ...values })
  }
  const [value, none] = Array.isArray(schema.anyOf) ? (schema.anyOf as JsonSchema[]) : []
  if (none?.type !== 'null' || value?.description === undefined) return schema
  const { description: inner, ...plain } = value
  return union(description ?? inner, plain)
}

const union = (description: unknown, value: JsonSchema) => ({
  ...(description === undefined ? {} : { description }),
  anyOf: [value, { type: 'null' }],
})

const namesIn = (part: unknown): string[] =>
  [...JSON.stringify(part).matchAll(/"#\/components\/schemas\/(\w+)"/g)].map(([, name = '']) => name)

/** `ProjectList` for `project_list`. */
export const componentName = (name: string): string =>
  name.replace(/(?:^|[_.-])(\w)/g, (_match, letter: string) => letter.toUpperCase())

export function createSchemas(): OpenApiSchemas {
  const components: Record<string, JsonSchema> = {}
  const references = new Map<z.ZodType, JsonSchema>()
  const readable = (schema: unknown, owner: string): JsonSchema =>
    described(relocated(simplify(schema, withNullUnion)) as JsonSchema, owner)
  return {
    of(schema, owner = '') {
      const known = references.get(schema)
      if (known) return known
      const options = { io: 'input', unrepresentable: 'any', metadata: registry } as const
      const { $schema: _, $defs = {}, ...own } = z.toJSONSchema(schema, options)
      for (const [name, definition] of Object.entries($defs)) {
        const { id: _id, ...members } = definition
        components[name] ??= readable(members, name)
      }
      const result = readable(own, owner)
      if (names.has(schema)) references.set(schema, result)
      return result
    },
    named(name, schema) {
      if ('$ref' in schema) return schema
      components[name] ??= schema
      return { $ref: `${schemaPrefix}${name}` }
    },
    resolved: (schema) =>
      typeof schema.$ref === 'string' ? (components[schema.$ref.slice(schemaPrefix.length)] ?? {}) : schema,
    componentsFor(...parts) {
      const used = new Set<string>()
      const pending = namesIn(parts)
      for (let name = pending.pop(); name !== undefined; name = pending.pop()) {
        if (used.has(name)) continue
        used.add(name)
        pending.push(...namesIn(components[name]))
      }
      return Object.fromEntries([...used].toSorted().map((name) => [name, components[name] ?? {}]))
    },
  }
}
