import type { Schema } from '../../schemas/attribute.ts'
import { isSameName, type SchemaSet, splitUrn } from '../../schemas/find-attribute.ts'
import { isObject } from '../../schemas/scim-object.ts'
import { ScimError } from '../error.ts'
import { InvalidExpression, UnknownAttribute } from '../filter/lexer.ts'
import { checkPathForm, type Path, parsePath } from '../filter/parser.ts'
import { messageLimits, requireAtMost } from '../limits.ts'
import { isNeverKept, readBody, requireSchema } from '../read-resource.ts'
import { invalidValue, passOver, type Reading } from '../reading.ts'

const patchUrn = 'urn:ietf:params:scim:api:messages:2.0:PatchOp'

const kinds = ['add', 'replace', 'remove'] as const

/** Change of one attribute. Every operation has a path after the body is read. */
export interface Operation {
  readonly kind: (typeof kinds)[number]
  readonly path: Path
  readonly value: unknown
}

const invalidSyntax = (detail: string) => new ScimError(400, detail, { scimType: 'invalidSyntax' })

const invalidPath = ({ message }: InvalidExpression) =>
  new ScimError(400, `The path ${message}.`, { scimType: 'invalidPath' })

/** RFC 7644 section 3.5.2: operations on declared attributes, in their order. */
export function readOperations(body: unknown, schemas: SchemaSet, reading: Reading): Operation[] {
  const sent = readBody(body)
  if (reading.strict) requireSchema(sent.schemas, patchUrn)
  const operations = Object.entries(sent).find(([name]) => isSameName(name, 'Operations'))?.[1]
  if (!Array.isArray(operations) || operations.length === 0)
    throw invalidSyntax('Operations must be a list of at least one operation.')
  requireAtMost(operations.length, messageLimits.operations, 'operations')
  return operations.flatMap((operation) => readOperation(operation, schemas, reading))
}

function readOperation(operation: unknown, schemas: SchemaSet, reading: Reading): Operation[] {
  if (!isObject(operation)) throw invalidSyntax('An operation must be an object.')
  const { op, path, value } = operation
  const name = typeof op === 'string' && !reading.strict ? op.toLowerCase() : op
  const kind = kinds.find((known) => known === name)
  if (!kind) throw invalidSyntax('op must be add, replace or remove.')
  if (kind !== 'remove' && value === undefined)
    throw new ScimError(400, `${kind} needs a value.`, { scimType: 'invalidValue' })
  if (path !== undefined && path !== null && typeof path !== 'string')
    throw new ScimError(400, 'path must be a string.', { scimType: 'invalidPath' })
  if (typeof path === 'string' && path !== '') {
    refuseMalformed(path)
    return atPath(kind, path, value, schemas, reading)
  }
  if (kind === 'remove') throw new ScimError(400, 'remove needs a path.', { scimType: 'noTarget' })
  if (!isObject(value))
    throw new ScimError(400, 'Without a path, value must be an object.', { scimType: 'invalidValue' })
  return Object.entries(value).flatMap(([member, own]) => withoutPath(kind, member, own, schemas, reading))
}

/** Rejects a text that is no path whether its names are known or not. */
function refuseMalformed(path: string): void {
  try {
    checkPathForm(path)
  } catch (error) {
    if (error instanceof InvalidExpression) throw invalidPath(error)
    throw error
  }
}

/** Read-only attributes next to changed ones are ignored. */
function withoutPath(
  kind: Operation['kind'],
  member: string,
  value: unknown,
  schemas: SchemaSet,
  reading: Reading,
): Operation[] {
  const operations = atPath(kind, member, value, schemas, reading)
  return reading.strict
    ? operations
    : operations.filter(({ path }) => path.ref.attribute.mutability !== 'readOnly')
}

/** A URN without an attribute names the whole schema, whose members are in the value. */
function atPath(
  kind: Operation['kind'],
  text: string,
  value: unknown,
  schemas: SchemaSet,
  reading: Reading,
): Operation[] {
  const { schema, rest } = splitUrn(schemas, text)
  if (schema && rest === '')
    return membersAt(kind, schema, value).flatMap(([name, own]) =>
      withoutPath(kind, `${schema.id}:${name}`, own, schemas, reading),
    )
  if (isNeverKept(rest)) return []
  try {
    return [{ kind, path: parsePath(text, schemas, reading), value }]
  } catch (error) {
    if (!(error instanceof InvalidExpression)) throw error
    if (!(error instanceof UnknownAttribute) || reading.strict) throw invalidPath(error)
    passOver(reading, text)
    return []
  }
}

/** Null and a removal without members name all members of the schema. */
function membersAt(kind: Operation['kind'], { id, attributes }: Schema, value: unknown): [string, unknown][] {
  const isEmpty = value === null || value === undefined
  if (!isEmpty && !isObject(value)) throw invalidValue(id, 'must be an object')
  const members = Object.entries(value ?? {})
  return isEmpty || (kind === 'remove' && members.length === 0)
    ? attributes.map(({ name }) => [name, null])
    : members
}
