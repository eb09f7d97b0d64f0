import { type AuditEntry, limits, type SettingKey } from '@signet/contracts'
import { useQuery } from '@tanstack/react-query'
import { read } from '../../api/client.ts'

export interface SettingChange {
  readonly id: string
  readonly key: string
  readonly at: string
  readonly actor: string
  readonly from: unknown
  readonly to: unknown
}

export type History = ReadonlyMap<string, readonly SettingChange[]>

/** Targets of the audit entries, and the beginning of the keys that the detail of an entry omits. */
const sources = [
  { targetId: 'settings', beginning: '' },
  { targetId: 'errorreport', beginning: 'errorreport.' },
] as const

/** Largest number of entries that are read; the audit log has the others. */
const most = 1000
const { max: pageSize } = limits.auditPage

async function readEntries(targetId: string, signal: AbortSignal): Promise<AuditEntry[]> {
  const entries: AuditEntry[] = []
  for (let page = 1; entries.length < most; page += 1) {
    const { entries: some } = await read(
      'audit_list',
      { targetType: 'ApplicationConfig', targetId, page, pageSize },
      signal,
    )
    entries.push(...some)
    if (some.length < pageSize) break
  }
  return entries
}

export const changesIn = (entry: AuditEntry, beginning = ''): SettingChange[] =>
  Object.entries(entry.detail).flatMap(([field, value]) =>
    isChange(value)
      ? [
          {
            id: `${entry.id} ${field}`,
            key: `${beginning}${field}`,
            at: entry.at,
            actor: entry.actorName ?? entry.actorNameThen ?? entry.actor,
            from: value.from,
            to: value.to,
          },
        ]
      : [],
  )

const isChange = (value: unknown): value is { readonly from: unknown; readonly to: unknown } =>
  typeof value === 'object' && value !== null && 'from' in value && 'to' in value

async function readHistory(signal: AbortSignal): Promise<History> {
  const changes = await Promise.all(
    sources.map(async ({ targetId, beginning }) =>
      (await readEntries(targetId, signal)).flatMap((entry) => changesIn(entry, beginning)),
    ),
  )
  const newestFirst = changes.flat().toSorted((one, other) => other.at.localeCompare(one.at))
  return Map.groupBy(newestFirst, ({ key }) => key)
}

/** Returns the newest changes first; an empty list until the audit is read. */
export function useSettingHistory(): (key: SettingKey) => readonly SettingChange[] {
  // A change of a setting invalidates reads of the audit.
  const { data } = useQuery({
    queryKey: ['audit', 'setting-history'],
    queryFn: ({ signal }) => readHistory(signal),
  })
  return (key) => data?.get(key) ?? []
}
