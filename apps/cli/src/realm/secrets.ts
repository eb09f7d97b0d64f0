import { isValues, type Values } from '../users/mapped.ts'

interface ReferredSecrets {
  readonly file: Record<string, unknown>
  readonly secrets: ReadonlyMap<string, string>
}

export function referSecrets(file: Values): ReferredSecrets {
  const secrets = new Map<string, string>()
  const replace = (section: string, entries: Values): Values =>
    Object.fromEntries(
      Object.entries(entries).map(([name, entry]) => {
        if (!isValues(entry) || typeof entry.clientSecret !== 'string') return [name, entry]
        const path = `secrets/${section}-${secrets.size + 1}`
        secrets.set(path, entry.clientSecret)
        return [name, { ...entry, clientSecret: { secretFrom: `file:${path}` } }]
      }),
    )
  const replaced = Object.entries(file).map(([section, value]) => [
    section,
    isValues(value) ? replace(section, value) : value,
  ])
  return { file: Object.fromEntries(replaced), secrets }
}
