import { type Operations, operationList } from '../registry.ts'

/**
 * Actions that no operation has: acts on the sign-in pages and at the token endpoint, commands of the operator, and
 * consequences for another object than the target of an operation.
 */
export const actionsWithoutOperation = [
  'admin.recovered',
  'admin.team.join',
  'admin.team.leave',
  'audit.pruned',
  'enduser.credentials.remove',
  'enduser.email.confirm',
  'enduser.group.join',
  'enduser.group.leave',
  'enduser.password.change',
  'enduser.totp.enroll',
  'federation.identity.link',
  'instance.restored',
  'mcp.token.exchange',
] as const

type AuditOf<O> = O extends { readonly audit: { readonly action: infer A extends string } } ? A : never

/** Every action that an entry of the audit may have. */
export type AuditAction = AuditOf<Operations[keyof Operations]> | (typeof actionsWithoutOperation)[number]

/** The catalogue of actions: `recordAudit` rejects every other one. */
export const auditActions: ReadonlySet<string> = new Set([
  ...operationList.flatMap((operation) =>
    'audit' in operation && operation.audit ? [operation.audit.action] : [],
  ),
  ...actionsWithoutOperation,
])
