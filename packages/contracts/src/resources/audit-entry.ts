import * as z from 'zod'
import { AuditSurface, AuditTargetType } from '../audit-targets.ts'
import { FreeObject, id, Timestamp } from '../values.ts'

/** Append-only: an authorized actor reached the point of applying a change. */
export const AuditEntry = z.strictObject({
  id: id('auditEntry'),
  at: Timestamp,
  actor: z
    .string()
    .describe(
      'Account id of an administrator, or connection:<id>, upstream:<project>:<provider>, enduser:<project>:<account>, client:<project>:<application> for one that registered itself, service:<id> for a service account, or instance.',
    ),
  actorName: z.string().nullable().describe('Present name or address; null when deleted.'),
  actorNameThen: z
    .string()
    .nullable()
    .describe('Name or address at the time of the entry; null for end users, whom entries do not name.'),
  action: z.string(),
  targetType: AuditTargetType,
  targetId: z.string().nullable(),
  targetName: z.string().nullable().describe('Present name or address; null when deleted.'),
  targetScope: z.string().nullable().describe('Team or project of the target.'),
  surface: AuditSurface.nullable().describe('null: the console.'),
  clientId: z.string().nullable(),
  projectId: id('project').nullable(),
  connectionId: id('connection').nullable(),
  kid: z.string().nullable(),
  detail: FreeObject.describe('Names of changed fields with their non-secret old and new values.'),
})
export type AuditEntry = z.input<typeof AuditEntry>
