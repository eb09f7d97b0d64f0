import type { AuditEntry } from '@signet/contracts'
import type { LinkProps } from '@tanstack/react-router'
import { paths } from '../../paths.ts'
import { providerOf } from './entry-texts.ts'

type TargetType = AuditEntry['targetType']

/** Returns null for a deleted target. */
export function objectOf(entry: AuditEntry): LinkProps | null {
  const { targetType, targetId, projectId, action } = entry
  if (!targetId || /\.(delete|purge|withdraw)$/.test(action)) return null
  const provider = providerOf(entry)
  if (provider !== undefined) return paths.provider(targetId, provider)
  const ofInstance: Partial<Record<TargetType, LinkProps>> = {
    AdminUser: paths.administrator(targetId),
    Team: paths.team(targetId),
    Project: paths.project(targetId),
    jwks: paths.system({ tab: 'keys' }),
    Plan: paths.system({ tab: 'plans' }),
    ApplicationConfig: paths.system(),
    SmtpSettings: paths.system({ tab: 'mail' }),
    // Other targets are requests of agents, and the webhook of approvals.
    McpClientPermission: targetId.startsWith('agc_') ? paths.agent(targetId) : paths.agents(),
    ServiceAccount: paths.serviceAccounts({ q: targetId }),
  }
  if (!projectId) return ofInstance[targetType] ?? null
  const ofProject: Partial<Record<TargetType, LinkProps>> = {
    Client: paths.application(projectId, targetId),
    ProtectedResource: paths.resource(projectId, targetId),
    EndUser: paths.user(projectId, targetId),
    Group: paths.group(projectId, targetId),
    ProvisioningConnection: paths.directory(projectId, targetId),
    jwks: paths.keys(projectId),
  }
  return ofProject[targetType] ?? ofInstance[targetType] ?? null
}
