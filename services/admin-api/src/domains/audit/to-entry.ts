import type { AuditEntry } from '@signet/contracts'

export type AuditRow = Omit<AuditEntry, 'at'> & { readonly at: Date }

export const toEntry = (row: AuditRow): AuditEntry => ({ ...row, at: row.at.toISOString() })
