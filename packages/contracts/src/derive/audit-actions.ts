import type { Operations } from '../registry.ts'

/** What is audited although no operation does it: the sign-in pages, the token endpoint and the commands of the operator. */
export const actionsWithoutOperation = [
  'admin.recovered',
  'audit.pruned',
  'enduser.credentials.remove',
  'enduser.totp.enroll',
  'federation.identity.link',
  'instance.restored',
  'mcp.token.exchange',
] as const

type AuditOf<O> = O extends { readonly audit: { readonly action: infer A extends string } } ? A : never

/** Every action that an entry of the audit may have. */
export type AuditAction = AuditOf<Operations[keyof Operations]> | (typeof actionsWithoutOperation)[number]
