import type { AuditEntry } from '@signet/contracts'
import { csvOf } from '../../components/csv.ts'

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

/** RFC 4180. */
export const toCsv = (entries: readonly AuditEntry[]): string =>
  csvOf([columns, ...entries.map((entry) => columns.map((name) => entry[name]))])

export const toJsonLines = (entries: readonly AuditEntry[]): string =>
  entries.map((entry) => `${JSON.stringify(entry)}\n`).join('')
