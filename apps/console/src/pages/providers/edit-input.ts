import type { Input } from '../../api/client.ts'
import { type Values, valuesOf } from './edit-values.ts'
import type { Provider } from './texts.ts'

type Update = Input<'federation_provider_update'>

const lists = ['scopes', 'allowedEmailDomains'] as const
const lines = (values: readonly string[]): string[] => values.map((line) => line.trim()).filter(Boolean)

/** Fields that are deleted when emptied; an empty secret means no change. */
const clearable: readonly string[] = [
  'secretExpiresOn',
  'issuer',
  'tenant',
  'teamId',
  'keyId',
  'emailClaim',
  'metadataUrl',
]

export function inputOf(projectId: string, provider: Provider, { withoutSecret, ...values }: Values): Update {
  const clean = { ...values, ...Object.fromEntries(lists.map((name) => [name, lines(values[name])])) }
  const before = valuesOf(provider) as Record<string, unknown>
  const changed = Object.entries(clean)
    .filter(([name, value]) => JSON.stringify(value) !== JSON.stringify(before[name]))
    .map(([name, value]) => [name, isCleared(name, value) ? null : value])
    .filter(([, value]) => value !== '')
  return {
    projectId,
    providerId: provider.id,
    ...Object.fromEntries(changed),
    ...(withoutSecret ? { clientSecret: null } : {}),
  }
}

const isCleared = (name: string | undefined, value: unknown): boolean =>
  (value === '' && clearable.includes(name ?? '')) || (name === 'nameIdFormat' && value === 'any')
