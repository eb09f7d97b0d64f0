import type { AuditEntry } from '@signet/contracts'
import { labelledRows } from './changed-fields.ts'
import { ChangeList } from './entry-parts.tsx'

export function Changes({ entry }: { readonly entry: AuditEntry }) {
  const rows = labelledRows(entry)
  return rows.length === 0 ? null : <ChangeList rows={rows} />
}
