import type { Project } from '@signet/contracts'
import { issuerOf } from '@signet/tenancy'
import type { Administrator } from '../../caller.ts'
import { canOf } from '../../projects/rights.ts'
import type { ProjectRow } from '../../projects/row.ts'

/** A row as the caller may see it. */
export function toProject(row: ProjectRow, caller: Administrator, baseUrl: string): Project {
  const issuer = issuerOf(row, baseUrl)
  return {
    id: row.id,
    name: row.name,
    displayName: row.displayName,
    primaryColor: row.primaryColor,
    language: row.language,
    slug: row.slug,
    host: row.host,
    addressForm: row.addressForm,
    passwordLogin: row.passwordLogin,
    registrationOpen: row.registrationOpen,
    emailVerificationRequired: row.emailVerificationRequired,
    verificationMethod: row.verificationMethod,
    totpRequired: row.totpRequired,
    teamId: row.teamId,
    ...(row.reserved ? { reserved: row.reserved } : {}),
    issuer,
    discoveryUrl: issuer && `${issuer}/.well-known/openid-configuration`,
    applications: row.applications,
    apis: row.apis,
    hostReached: row.hostReachedAt !== null,
    held: row.held,
    ...(row.deletionScheduledAt && row.purgeAt
      ? {
          deletion: {
            scheduledAt: row.deletionScheduledAt.toISOString(),
            purgeAt: row.purgeAt.toISOString(),
            scheduledBy: row.deletionScheduledBy ?? '',
          },
        }
      : {}),
    plan: row.planId && row.planName ? { id: row.planId, name: row.planName } : null,
    createdAt: row.createdAt.toISOString(),
    ...canOf(caller, row),
  }
}
