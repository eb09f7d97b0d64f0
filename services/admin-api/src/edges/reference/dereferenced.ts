import type { ApiDocument } from './document.ts'

function target(document: unknown, reference: string): unknown {
  return reference
    .slice('#/'.length)
    .split('/')
    .reduce<unknown>((part, name) => (part as Record<string, unknown>)[name], document)
}

export function dereferenced(document: unknown): ApiDocument {
  const walk = (value: unknown, within: readonly string[]): unknown => {
    if (Array.isArray(value)) return value.map((member) => walk(member, within))
    if (typeof value !== 'object' || value === null) return value
    if ('$ref' in value && typeof value.$ref === 'string')
      return within.includes(value.$ref) ? {} : walk(target(document, value.$ref), [...within, value.$ref])
    return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, walk(member, within)]))
  }
  return walk(document, []) as ApiDocument
}
