import { type Operations, operationList } from '../registry.ts'

/**
 * Actions of the sign-in pages, the token endpoint and commands of the operator, and consequences for other objects than the target of
 * an operation.
 */
export const actionsWithoutOperation = [
  'admin.recovered',
  'admin.team.join',
  'admin.team.leave',
  'audit.pruned',
  'enduser.connection.release',
  'enduser.credentials.remove',
  'enduser.email.confirm',
  'enduser.group.join',
  'enduser.group.leave',
  'enduser.passkey.add',
  'enduser.passkey.flag',
  'enduser.passkey.rename',
  'enduser.password.change',
  'enduser.recovery.create',
  'enduser.recovery.use',
  'enduser.totp.enroll',
  'federation.identity.link',
  'group.connection.release',
  'instance.restored',
  'mcp.token.exchange',
  'service_account.exchange',
  'service_account.exchange.rejected',
] as const

type AuditOf<O> = O extends { readonly audit: { readonly action: infer A extends string } } ? A : never

export type AuditAction = AuditOf<Operations[keyof Operations]> | (typeof actionsWithoutOperation)[number]

/** `recordAudit` rejects every other action. */
export const auditActions: ReadonlySet<string> = new Set([
  ...operationList.flatMap((operation) =>
    'audit' in operation && operation.audit ? [operation.audit.action] : [],
  ),
  ...actionsWithoutOperation,
])
