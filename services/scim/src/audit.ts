import type { Executor } from '@signet/db'
import { type AuditRecord, recordAudit } from '@signet/events'
import type { Connection } from './authn/connection.ts'

type Entry = Pick<AuditRecord, 'action' | 'targetType' | 'targetId'> & { readonly detail: object }

/** One entry of a change by a directory, in the transaction of the change. */
export const auditChange = (tx: Executor, connection: Connection, entry: Entry): Promise<void> =>
  recordAudit(tx, {
    ...entry,
    actor: `connection:${connection.id}`,
    surface: 'scim',
    targetScope: connection.teamId,
    projectId: connection.projectId,
    connectionId: connection.id,
  })
