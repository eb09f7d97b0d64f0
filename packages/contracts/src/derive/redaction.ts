import type { z } from 'zod'
import { type Operation, previewOf } from '../operation.ts'
import { isSecret } from '../secret.ts'

interface Inner {
  readonly shape?: Readonly<Record<string, z.ZodType>>
  readonly element?: z.ZodType
  readonly innerType?: z.ZodType
  readonly valueType?: z.ZodType
  readonly options?: readonly z.ZodType[]
}

/** Dotted paths of the fields marked `secret(...)`; `*` matches any member of a list or map. */
export function secretPaths(schema: z.ZodType, path: readonly string[] = []): string[] {
  if (isSecret(schema)) return [path.join('.')]
  const inner = schema.def as Inner
  const found: string[] = []
  for (const [name, member] of Object.entries(inner.shape ?? {}))
    found.push(...secretPaths(member, [...path, name]))
  for (const member of [inner.element, inner.valueType])
    if (member) found.push(...secretPaths(member, [...path, '*']))
  for (const member of [inner.innerType, ...(inner.options ?? [])])
    if (member) found.push(...secretPaths(member, path))
  return found
}

export interface SecretFields {
  readonly input: readonly string[]
  readonly answer: readonly string[]
}

export function secretsOf(operation: Operation): SecretFields {
  const preview = previewOf(operation)
  return {
    input: secretPaths(operation.input),
    answer: [...secretPaths(operation.answer), ...(preview ? secretPaths(preview) : [])],
  }
}

export function redactionList(operations: readonly Operation[]): Record<string, SecretFields> {
  const all = operations.map((operation) => [operation.tool, secretsOf(operation)] as const)
  return Object.fromEntries(all.filter(([, { input, answer }]) => input.length + answer.length > 0))
}

/** A logger removes them for every operation. */
export function secretFieldNames(operations: readonly Operation[]): string[] {
  const paths = operations.flatMap((operation) => Object.values(secretsOf(operation)).flat())
  return [...new Set(paths.map((path: string) => path.slice(path.lastIndexOf('.') + 1)))].sort()
}

const redacted = '[redacted]'

/** Used before logging, auditing or recording. */
export function redact(value: unknown, paths: readonly string[]): unknown {
  return paths.reduce((result, path) => redactAt(result, path.split('.')), value)
}

function redactAt(value: unknown, [head, ...rest]: readonly string[]): unknown {
  if (head === undefined) return redacted
  if (typeof value !== 'object' || value === null) return value
  if (Array.isArray(value)) return head === '*' ? value.map((item) => redactAt(item, rest)) : value
  const copied = Object.entries(value).map(([name, member]) =>
    name === head || head === '*' ? [name, redactAt(member, rest)] : [name, member],
  )
  return Object.fromEntries(copied)
}
