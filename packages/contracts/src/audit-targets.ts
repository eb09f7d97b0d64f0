import * as z from 'zod'

/** Target types of audit entries (concepts.md, "Events"). */
export const auditTargetTypes = [
  'AdminUser',
  'ProtectedResource',
  'McpClientPermission',
  'Client',
  'Team',
  'Project',
  'EndUser',
  'Group',
  'ProvisioningConnection',
  'jwks',
  'Plan',
  'ApplicationConfig',
  'SmtpSettings',
  'ErrorRecord',
  'RetiredProject',
  'ServiceAccount',
] as const
export const AuditTargetType = z.enum(auditTargetTypes)
export type AuditTargetType = (typeof auditTargetTypes)[number]

/** Null for the console. */
export const auditSurfaces = ['mcp', 'scim', 'upstream', 'self-service'] as const
export const AuditSurface = z.enum(auditSurfaces)
export type AuditSurface = (typeof auditSurfaces)[number]
