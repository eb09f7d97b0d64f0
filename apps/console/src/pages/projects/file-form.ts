export type ProjectFileValues = Readonly<Record<string, unknown>>

export interface SecretReference {
  readonly path: readonly string[]
  readonly source: string
}

const isObject = (value: unknown): value is ProjectFileValues =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Reads YAML 1.2 or JSON; null for text that is no object. @throws Error with the reason */
export async function readProjectFile(text: string): Promise<ProjectFileValues | null> {
  const { parse } = await import('yaml')
  const value: unknown = parse(text, { maxAliasCount: 100 })
  return isObject(value) ? value : null
}

export async function writeProjectFile(file: ProjectFileValues): Promise<string> {
  const { Document } = await import('yaml')
  return new Document(file).toString({ lineWidth: 120 })
}

export function secretsIn(value: unknown, path: readonly string[] = []): SecretReference[] {
  if (!isObject(value)) return []
  if (typeof value.secretFrom === 'string') return [{ path, source: value.secretFrom }]
  return Object.entries(value).flatMap(([name, member]) => secretsIn(member, [...path, name]))
}

/** Omits a secret without a value, so that the stored one is kept. */
export function withSecrets(
  value: unknown,
  secrets: Readonly<Record<string, string>>,
  path: readonly string[] = [],
): unknown {
  if (!isObject(value)) return value
  return Object.fromEntries(
    Object.entries(value).flatMap(([name, member]): [string, unknown][] => {
      const at = [...path, name]
      if (!isObject(member) || typeof member.secretFrom !== 'string')
        return [[name, withSecrets(member, secrets, at)]]
      const secret = secrets[keyOf(at)]
      return secret ? [[name, secret]] : []
    }),
  )
}

export const keyOf = (path: readonly string[]): string => path.join('/')
