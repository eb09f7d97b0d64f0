import type { AuditEntry } from '@signet/contracts'
import { t } from '../../texts/index.ts'

/** Members of an entry's detail that name its target, the most specific first. */
const nameMembers = ['name', 'clientName', 'email', 'displayName', 'identifier'] as const

/** Returns the target's name at the time of the entry, if the entry contains it. The address in an entry of a team is that of a member. */
function ownName({ action, detail }: AuditEntry): string | undefined {
  if (action.startsWith('team.member.')) return undefined
  return nameMembers.map((member) => nameIn(detail[member])).find(Boolean)
}

/** Names by id. An entry without a name uses the name in another entry. */
export type Names = ReadonlyMap<string, string>

export function namesIn(entries: readonly AuditEntry[], projects: Names): Names {
  const names = entries.flatMap((entry): [string, string][] => {
    const name = ownName(entry)
    const id = idOf(entry)
    return id && name ? [[id, name]] : []
  })
  // Newest first, so that the newest name is set last; a project's current name takes precedence.
  return new Map([...names.reverse(), ...projects])
}

export const targetOf = (entry: AuditEntry, names: Names): string =>
  ownName(entry) ??
  names.get(idOf(entry) ?? '') ??
  entry.kid ??
  providerOf(entry) ??
  entry.targetName ??
  entry.targetId ??
  ''

/** Returns the changed identity provider: the target of such an entry is its project. */
export const providerOf = ({
  targetType,
  detail: { providerId },
}: Pick<AuditEntry, 'targetType' | 'detail'>): string | undefined =>
  targetType === 'Project' && typeof providerId === 'string' ? providerId : undefined

/** Returns the key of a name: a provider's id is unique only within its project. */
function idOf(entry: AuditEntry): string | null {
  const provider = providerOf(entry)
  return provider === undefined ? entry.targetId : `${entry.targetId} ${provider}`
}

/** Reads a name in the detail, as text or as a change. */
function nameIn(value: unknown): string | undefined {
  if (typeof value === 'string') return value
  if (typeof value !== 'object' || value === null) return undefined
  if ('to' in value && typeof value.to === 'string') return value.to
  return undefined
}

export const actorOf = ({
  actorName,
  actorNameThen,
  actor,
}: Pick<AuditEntry, 'actor' | 'actorName' | 'actorNameThen'>): string => actorName ?? actorNameThen ?? actor

export const surfaceText = (surface: NonNullable<AuditEntry['surface']>): string =>
  t.audit.surfaces[surface === 'self-service' ? 'selfService' : surface]

export interface DetailRow {
  readonly field: string
  readonly from: string | null
  readonly to: string
}

/** Changed fields with their old and new values, or the given values. */
export const detailRows = (detail: AuditEntry['detail']): DetailRow[] =>
  Object.entries(detail).map(([field, value]) =>
    isChange(value)
      ? { field, from: textOf(value.from), to: textOf(value.to) }
      : { field, from: null, to: textOf(value) },
  )

export const isChange = (value: unknown): value is { from: unknown; to: unknown } =>
  typeof value === 'object' && value !== null && 'from' in value && 'to' in value

export const textOf = (value: unknown): string => {
  if (value === null || value === undefined || value === '') return '–'
  return typeof value === 'string' ? value : JSON.stringify(value)
}
