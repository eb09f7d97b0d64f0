import type { AdminClient, AuditEntry } from '@signet/contracts'
import type * as z from 'zod'

export type Entry = z.output<typeof AuditEntry>

export interface Range {
  readonly project?: string
  /** RFC 3339 times or days; `to` is exclusive. */
  readonly from?: string
  readonly to: string
}

const pageSize = 200

/**
 * Yields each entry once, newest first. A page begins at the time of the last entry, because entries that are written during the export
 * would move the pages of a list without an end.
 */
export async function* readEntries(client: AdminClient, { to, ...filter }: Range): AsyncGenerator<Entry> {
  let end = to
  let page = 1
  let known = new Set<string>()
  for (;;) {
    const { entries } = await client.call('audit_list', { ...filter, to: end, page, pageSize })
    for (const entry of entries) if (!known.has(entry.id)) yield entry
    const last = entries.at(-1)
    if (!last || entries.length < pageSize) return
    // `to` is exclusive, and the other entries of this millisecond may be on the next page.
    const next = new Date(Date.parse(last.at) + 1).toISOString()
    page = next === end ? page + 1 : 1
    known = new Set([...(page > 1 ? known : []), ...entries.map(({ id }) => id)])
    end = next
  }
}
