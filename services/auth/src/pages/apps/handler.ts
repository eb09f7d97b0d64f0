import type { ConnectedApp } from '@signet/sessions'
import { accessView } from '../../consent/access-view.ts'
import { type Permission, requestedAccess } from '../../consent/requested-access.ts'
import type { OptionsContext } from '../../core/issuer-context.ts'
import { appsOf, removeApp } from '../../own-account/own-apps.ts'
import { type OwnVisit, ownPage } from '../../own-account/own-page.ts'
import { ownView, sendOwnPage } from '../../own-account/own-view.ts'
import { applicationBrand } from '../shared/project-brand.ts'
import { appsPage } from './view.ts'

const path = '/account/apps'

export const appsLayer = ownPage({
  path,
  show,
  answer: (visit, form) => removeApp(visit, form.get('clientId')),
})

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
  const { context, account } = visit
  const apps = await Promise.all(
    (await appsOf(visit)).map(async ({ client, ...app }) => ({
      clientId: app.clientId,
      name: app.name,
      brand: client ? await applicationBrand(context, client, account) : {},
      ...accessView(context, await grantedAccess(context, app)),
      since: app.since,
      lastUsed: app.lastUsed,
    })),
  )
  sendOwnPage(visit, appsPage({ ...ownView(visit, path), apps }))
}
