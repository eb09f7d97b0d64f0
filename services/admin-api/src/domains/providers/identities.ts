import { type LinkedIdentity, operations } from '@signet/contracts'
import { type Executor, sql } from '@signet/db'
import { refuse } from '@signet/runtime'
import { endPendingSignIns } from '@signet/sessions'
import type * as z from 'zod'
import { implement, implementRead } from '../../implement.ts'
import { findUser, noteSignInMethodChange } from '../users/read.ts'
import { lockSignInMethods, refuseAdministratorsLockedOut } from './lock-out.ts'

type IdentityFields = z.input<typeof LinkedIdentity>

interface Row extends Omit<IdentityFields, 'linkedAt' | 'lastSignInAt' | 'lastFailure'> {
  readonly linkedAt: Date
  readonly lastSignInAt: Date | null
  readonly failedAt: Date | null
  readonly failure: NonNullable<IdentityFields['lastFailure']>['reason'] | null
}

async function readIdentities(
  executor: Executor,
  projectId: string,
  accountId: string,
): Promise<IdentityFields[]> {
  const rows = await executor.rows<Row>(sql`
    SELECT d.provider_id AS "providerId", p.display_name AS "displayName", d.subject, d.email,
      d.linked_at AS "linkedAt", d.last_used_at AS "lastSignInAt",
      d.last_failure_at AS "failedAt", d.last_failure AS failure
    FROM identities d JOIN identity_providers p ON p.project_id = d.project_id AND p.id = d.provider_id
    WHERE d.project_id = ${projectId} AND d.account_id = ${accountId} ORDER BY p.position, p.id`)
  return rows.map(({ failedAt, failure, ...row }) => ({
    ...row,
    linkedAt: row.linkedAt.toISOString(),
    lastSignInAt: row.lastSignInAt?.toISOString() ?? null,
    lastFailure: failure && failedAt && { at: failedAt.toISOString(), reason: failure },
  }))
}

export const federation_identity_list = implementRead(
  operations.federation_identity_list,
  async ({ deps, project }, { userId }) => {
    await findUser(deps.keyLookupPool, project.id, userId)
    return { identities: await readIdentities(deps.database, project.id, userId) }
  },
)

/** The next sign-in through the provider links the account again. */
export const federation_identity_delete = implement(operations.federation_identity_delete, {
  async prepare({ deps, project }, { userId, providerId }) {
    const identities = await readIdentities(deps.database, project.id, userId)
    const linked = identities.find((identity) => identity.providerId === providerId) ?? refuse('not_found')
    await refuseAdministratorsLockedOut(deps.database, project, otherThan(userId, providerId))
    const { displayName, subject } = linked
    return {
      target: { id: userId, detail: { providerId, subject } },
      shows: { displayName, subject },
    }
  },

  async lock({ sql: tx }, { project }, { userId, providerId }) {
    await lockSignInMethods(tx, project)
    await refuseAdministratorsLockedOut(tx, project, otherThan(userId, providerId))
  },

  async apply({ sql: tx }, { deps, project }, { userId, providerId }) {
    const identities = await readIdentities(tx, project.id, userId)
    const provider = identities.find((identity) => identity.providerId === providerId)?.displayName
    const unlinked = await tx.run(sql`
      DELETE FROM identities
      WHERE project_id = ${project.id} AND provider_id = ${providerId} AND account_id = ${userId}`)
    if (unlinked !== 1 || provider === undefined) refuse('not_found')
    await endPendingSignIns(tx, project.id, userId)
    await noteSignInMethodChange(tx, deps, project, userId, { provider, change: 'removed' })
    return {}
  },
})

const otherThan = (accountId: string, providerId: string) =>
  sql`NOT (d.account_id = ${accountId} AND d.provider_id = ${providerId})`
