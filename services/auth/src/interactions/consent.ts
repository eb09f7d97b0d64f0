import { errors, type Grant } from 'oidc-provider'
import { consentPage } from '../pages/consent.ts'
import { chooseLocale } from '../pages/locale.ts'
import { nameOfClient, ownSettings } from '../provider-options/client-metadata.ts'
import { holds } from '../provider-options/rich-authorization.ts'
import { loadAccount } from '../storage/account-store.ts'
import { applicationBrand, nameOf } from './brand.ts'
import { readForm } from './form.ts'
import { finish } from './index.ts'
import { detailsOf, permissionsOf, resourcesOf, scopesOf } from './permissions.ts'
import { formTarget, sendPage } from './respond.ts'
import type { Interaction } from './types.ts'

const accountIdOf = ({ interaction }: Interaction): string | undefined =>
  interaction.result?.login?.accountId ?? interaction.session?.accountId

async function clientOf({ provider, interaction }: Interaction) {
  const client = await provider.Client.find(String(interaction.params.client_id))
  if (!client) throw new errors.InvalidClient('client is gone')
  return client
}

/** Whether a person who has just signed in must be asked: not when the application needs no consent. */
export async function needsConsent(turn: Interaction): Promise<boolean> {
  return ownSettings(await clientOf(turn)).requireConsent
}

export async function showConsent(turn: Interaction): Promise<void> {
  const { context, ctx, interaction } = turn
  const accountId = accountIdOf(turn)
  if (!accountId) throw new errors.SessionNotFound('nobody is signed in')
  const [client, account, permissions] = await Promise.all([
    clientOf(turn),
    loadAccount(context.deps.database, context.project.id, accountId),
    permissionsOf(turn),
  ])
  const brand = await applicationBrand(context, client, account)
  const locale = chooseLocale(interaction.params.ui_locales, ctx.get('accept-language'))
  const base = `${context.mountPath}/interaction/${interaction.uid}`
  const page = consentPage({
    locale,
    projectName: nameOf(context),
    applicationName: nameOfClient(client),
    accountId,
    accountName: account?.email ?? account?.username ?? accountId,
    action: `${base}/consent`,
    cancelAction: `${base}/abort`,
    partial: ownSettings(client).partialConsent,
    permissions,
    details: detailsOf(turn),
    brand,
    redirectHost: URL.parse(String(interaction.params.redirect_uri))?.host ?? '',
  })
  sendPage(ctx, page, { locale, formTargets: formTarget(interaction.params.redirect_uri) })
}

/** The grant is built from the stored request alone; the form only says who answered, and what was unticked (T14). */
export async function answerConsent(turn: Interaction): Promise<void> {
  const { ctx, interaction, provider } = turn
  const form = await readForm(ctx.req)
  const accountId = accountIdOf(turn)
  if (!accountId || form.get('accountId') !== accountId)
    throw new errors.InvalidRequest('the account changed since this page was shown')
  const client = await clientOf(turn)
  const grant = await grantFor(turn, accountId)
  const refused = ownSettings(client).partialConsent
    ? scopesOf(turn).filter((scope) => scope !== 'openid' && form.get(`scope:${scope}`) !== 'on')
    : []
  allow(turn, grant, new Set(refused))
  const grantId = await grant.save()
  const login = interaction.result?.login
  await finish({ ...turn, provider }, { ...(login ? { login } : {}), consent: { grantId } })
}

async function grantFor({ provider, interaction }: Interaction, accountId: string): Promise<Grant> {
  const existing = interaction.grantId ? await provider.Grant.find(interaction.grantId) : undefined
  if (existing && existing.accountId === accountId) return existing
  return new provider.Grant({ accountId, clientId: String(interaction.params.client_id) })
}

function allow(turn: Interaction, grant: Grant, refused: ReadonlySet<string>): void {
  const { details } = turn.interaction.prompt
  const refusing = [...refused].join(' ')
  const accepted = scopesOf(turn).filter((scope) => !refused.has(scope))
  offerAgain(grant, new Set(accepted))
  const { scopes: supported } = turn.context.settings
  grant.addOIDCScope(accepted.filter((scope) => supported.includes(scope)).join(' '))
  if (refused.size) grant.rejectOIDCScope(refusing)
  if (details.missingOIDCClaims) grant.addOIDCClaims(details.missingOIDCClaims as string[])
  for (const detail of detailsOf(turn)) if (!holds(grant.rar ?? [], detail)) grant.addRar(detail)
  for (const resource of resourcesOf(turn)) {
    grant.addResourceScope(resource, accepted.join(' '))
    if (refused.size) grant.rejectResourceScope(resource, refusing)
  }
}

/** What was refused before and is accepted now is no longer refused: in a grant a refusal wins. */
function offerAgain({ rejected }: Grant, accepted: ReadonlySet<string>): void {
  const without = (scope: string) =>
    scope
      .split(' ')
      .filter((name) => !accepted.has(name))
      .join(' ')
  if (rejected?.openid?.scope) rejected.openid.scope = without(rejected.openid.scope)
  for (const [resource, scope] of Object.entries(rejected?.resources ?? {}))
    if (rejected?.resources) rejected.resources[resource] = without(scope)
}
