import * as z from 'zod'

/** What an audit entry is about (concepts.md, "Events"). */
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
] as const
export const AuditTargetType = z.enum(auditTargetTypes)
export type AuditTargetType = (typeof auditTargetTypes)[number]

/** The way a change came; a change made in the console carries none. */
export const auditSurfaces = ['mcp', 'scim', 'upstream', 'self-service'] as const
export const AuditSurface = z.enum(auditSurfaces)
export type AuditSurface = (typeof auditSurfaces)[number]
