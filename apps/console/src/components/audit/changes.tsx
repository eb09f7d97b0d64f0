import type { AuditEntry } from '@signet/contracts'
import { labelledRows } from './changed-fields.ts'
import { ChangeList } from './entry-parts.tsx'
import type { Names } from './entry-texts.ts'

interface ChangesProps {
  readonly entry: AuditEntry
  readonly names: Names
}

export function Changes({ entry, names }: ChangesProps) {
  const rows = labelledRows(entry, names)
  return rows.length === 0 ? null : <ChangeList rows={rows} />
}
