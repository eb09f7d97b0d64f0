import { sql } from '@signet/db'
import { connectedApps, endAccountAtClient, ownClientId } from '@signet/sessions'
import type Provider from 'oidc-provider'
import type { Client } from 'oidc-provider'
import { nameOfClient, ownSettings } from '../clients/client-metadata.ts'
import { auditOwnAct } from '../core/audit.ts'
import type { OwnVisit } from './own-page.ts'

/** An application keeps its access when its metadata document cannot be read. */
async function findClient(provider: Provider, clientId: string): Promise<Client | undefined> {
  try {
    return await provider.Client.find(clientId)
  } catch {
    return undefined
  }
}

/** Omits the pages of Signet and the console, whose access is not revocable here. */
export async function appsOf({ provider, context: { deps, project }, account }: OwnVisit) {
  const apps = await connectedApps(deps.database, project.id, account.id)
  const known = await Promise.all(
    apps.map(async (app) => {
      const client = await findClient(provider, app.clientId)
      const name = client ? nameOfClient(client) : (URL.parse(app.clientId)?.host ?? app.clientId)
      return { ...app, client, name }
    }),
  )
  return known.filter(
    ({ clientId, client }) => clientId !== ownClientId && !(client && ownSettings(client).builtIn),
  )
}

/** Sends a logout notice. Does nothing without an access. */
export async function removeApp(visit: OwnVisit, clientId: string | undefined): Promise<void> {
  const { context, account } = visit
  const { deps, project, issuer } = context
  const app = (await appsOf(visit)).find((each) => each.clientId === clientId)
  if (!app) return
  const owner = { projectId: project.id, accountId: account.id }
  await auditOwnAct(deps.database, owner, 'enduser.application.signout', { clientId: app.clientId })
  await deps.database.transaction(async (tx) => {
    await tx.run(
      sql`SELECT 1 FROM accounts WHERE project_id = ${project.id} AND id = ${account.id} FOR UPDATE`,
    )
    await endAccountAtClient(tx, { id: project.id, issuer }, account.id, app.clientId)
  })
}
