import type { AuditEntry } from '@signet/contracts'

const columns = [
  'id',
  'at',
  'actor',
  'actorName',
  'actorNameThen',
  'action',
  'targetType',
  'targetId',
  'targetScope',
  'surface',
  'clientId',
  'projectId',
  'connectionId',
  'kid',
  'detail',
] as const satisfies readonly (keyof AuditEntry)[]

/** Prefixes a cell with an apostrophe if a spreadsheet would evaluate it as a formula. */
function cellOf(value: unknown): string {
  const text = typeof value === 'object' ? JSON.stringify(value ?? '') : String(value ?? '')
  const plain = value === null || value === undefined ? '' : text
  const safe = /^[=+\-@\t\r]/.test(plain) ? `'${plain}` : plain
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}

/** Entries as CSV (RFC 4180). */
export const toCsv = (entries: readonly AuditEntry[]): string =>
  [columns.join(','), ...entries.map((entry) => columns.map((name) => cellOf(entry[name])).join(','))]
    .map((line) => `${line}\r\n`)
    .join('')

export const toJsonLines = (entries: readonly AuditEntry[]): string =>
  entries.map((entry) => `${JSON.stringify(entry)}\n`).join('')
