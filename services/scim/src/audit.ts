import type { AuditedTx, Executor } from '@signet/db'
import { type AuditRecord, actors, recordAudit, recordOutcome } from '@signet/events'
import type { Connection } from './authn/connection.ts'

export type Entry = Pick<AuditRecord, 'action' | 'targetType' | 'targetId'> & { readonly detail: object }

const toRecord = (connection: Connection, entry: Entry): AuditRecord => ({
  ...entry,
  actor: actors.connection(connection.id),
  surface: 'scim',
  targetScope: connection.teamId,
  projectId: connection.projectId,
  connectionId: connection.id,
})

export const auditChange = (tx: Executor, connection: Connection, entry: Entry): Promise<AuditedTx> =>
  recordAudit(tx, toRecord(connection, entry))

/** The result determines the entries, which are written in the transaction of the change. */
export const auditOutcome = <Result>(
  tx: Executor,
  connection: Connection,
  change: (tx: AuditedTx) => Promise<Result>,
  entriesFor: (result: Result) => readonly Entry[],
): Promise<Result> =>
  recordOutcome(tx, change, (result) => entriesFor(result).map((entry) => toRecord(connection, entry)))
