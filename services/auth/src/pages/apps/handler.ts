import { sql } from '@signet/db'
import { chooseLocale } from '@signet/i18n'
import { type ConnectedApp, connectedApps, endAccountAtClient, ownClientId } from '@signet/sessions'
import type Provider from 'oidc-provider'
import type { Client } from 'oidc-provider'
import { nameOfClient, ownSettings } from '../../clients/client-metadata.ts'
import { accessView } from '../../consent/access-view.ts'
import { type Permission, requestedAccess } from '../../consent/requested-access.ts'
import { auditOwnAct } from '../../core/audit.ts'
import type { OptionsContext } from '../../core/issuer-context.ts'
import { nameOfPerson, type OwnVisit, ownPage } from '../../own-account/own-page.ts'
import { applicationBrand, projectBrand } from '../shared/project-brand.ts'
import { sendPage } from '../shared/respond.ts'
import { appsPage } from './view.ts'

const path = '/account/apps'

/** Shows a user the applications with access to the account, and revokes the access of one. */
export const appsLayer = ownPage({ path, show, answer: remove })

/** Returns undefined when a metadata document cannot be read: the application still has its access. */
async function findClient(provider: Provider, clientId: string): Promise<Client | undefined> {
  try {
    return await provider.Client.find(clientId)
  } catch {
    return undefined
  }
}

/** Returns the applications of the account without the pages of Signet and the console, whose access is not revocable here. */
async function appsOf({ provider, context: { deps, project }, account }: OwnVisit) {
  const apps = await connectedApps(deps.database, project.id, account.id)
  const known = await Promise.all(
    apps.map(async (app) => ({ ...app, client: await findClient(provider, app.clientId) })),
  )
  return known.filter(
    ({ clientId, client }) => clientId !== ownClientId && !(client && ownSettings(client).builtIn),
  )
}

/** Returns the granted access in the form of a request for it. */
async function grantedAccess(context: OptionsContext, { scopes, claims, apis }: ConnectedApp) {
  const params = {
    scope: [...scopes, ...[...apis.values()].flat()].join(' '),
    claims: JSON.stringify({ userinfo: Object.fromEntries(claims.map((claim) => [claim, null])) }),
    resource: [...apis.keys()],
  }
  const access = await requestedAccess({ context, interaction: { params } })
  const isAllowed = ({ scope, claim, resource }: Permission): boolean => {
    if (claim !== undefined) return claims.includes(claim)
    return (resource === undefined ? scopes : (apis.get(resource) ?? [])).some((one) => one === scope)
  }
  return { ...access, permissions: access.permissions.filter(isAllowed) }
}

async function show(visit: OwnVisit): Promise<void> {
  const { context, ctx, account } = visit
  const apps = await Promise.all(
    (await appsOf(visit)).map(async ({ client, ...app }) => ({
      clientId: app.clientId,
      name: client ? nameOfClient(client) : (URL.parse(app.clientId)?.host ?? app.clientId),
      brand: client ? await applicationBrand(context, client, account) : {},
      ...accessView(context, await grantedAccess(context, app)),
      since: app.since,
      lastUsed: app.lastUsed,
    })),
  )
  const locale = chooseLocale(ctx.query.ui_locales, ctx.get('accept-language'))
  const page = appsPage({
    locale,
    project: projectBrand(context),
    action: `${context.mountPath}${path}`,
    accountId: account.id,
    accountName: nameOfPerson(visit),
    apps,
    account: `${context.mountPath}/account`,
    ...(context.settings['rpInitiatedLogout.enabled'] ? { signOut: `${context.mountPath}/session/end` } : {}),
  })
  sendPage(ctx, page, { locale })
}

/**
 * Revokes all access of the application to the account and sends it a logout notice. Does nothing when the
 * application has no access.
 */
async function remove(visit: OwnVisit, form: ReadonlyMap<string, string>): Promise<void> {
  const { context, account } = visit
  const { deps, project, issuer } = context
  const app = (await appsOf(visit)).find(({ clientId }) => clientId === form.get('clientId'))
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
