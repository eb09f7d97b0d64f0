import { operations } from '@signet/contracts'
import { sql } from '@signet/db'
import { withoutProvider } from '@signet/federation'
import { refuse } from '@signet/runtime'
import { bumpProject } from '@signet/tenancy'
import { implementWithPrisma } from '../../implement.ts'
import { lockSignInMethods, refuseLastSignInMethod } from './lock-out.ts'
import { previewChange, usersOf } from './preview.ts'
import { findProvider, type ProviderRecord } from './provider-store.ts'

/** Accounts may stay without a sign-in method. A pending sign-in through the provider fails with a message. */
export const federation_provider_delete = implementWithPrisma(operations.federation_provider_delete, {
  async prepare({ deps, project }, { providerId }) {
    const provider = await findProvider(deps.database, project.id, providerId)
    refuseBound(provider)
    await refuseLastSignInMethod(deps.database, project, providerId)
    const { displayName, catalogueId, linkedUsers } = provider
    return {
      provider,
      target: { id: project.id, detail: { providerId, displayName, catalogueId, linkedUsers } },
      shows: { providerId, displayName, linkedUsers },
    }
  },

  async preview(executor, { project }, { providerId }) {
    const { displayName, linkedUsers } = await findProvider(executor, project.id, providerId)
    return previewChange(executor, project, {
      consequence: `${usersOf(project)} cannot sign in through ${displayName} any more; ${linkedUsers} linked accounts lose that sign-in method.`,
      detail: { provider: { from: displayName, to: null } },
      methodsAfter: (methods) => withoutProvider(methods, providerId),
    })
  },

  async lock({ sql: tx }, { project }, { providerId }) {
    await lockSignInMethods(tx, project)
    refuseBound(await findProvider(tx, project.id, providerId))
    await refuseLastSignInMethod(tx, project, providerId)
  },

  async apply({ sql: tx, prisma }, { project }, { providerId }) {
    await tx.run(sql`
      DELETE FROM federation_transactions
      WHERE project_id = ${project.id} AND provider_id = ${providerId} AND purpose = 'try'`)
    await prisma.identityProvider.delete({
      where: { projectId_id: { projectId: project.id, id: providerId } },
    })
    await bumpProject(tx, project.id)
    return {}
  },
})

function refuseBound({ boundConnection }: ProviderRecord): void {
  if (boundConnection)
    refuse('provider_bound', {
      detail: `The provisioning connection ${boundConnection.displayName} is bound to it.`,
    })
}
