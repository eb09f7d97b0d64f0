import { errors, type Grant } from 'oidc-provider'
import { type ConsentPermission, consentPage } from '../pages/consent.ts'
import { chooseLocale } from '../pages/locale.ts'
import { ownSettings } from '../provider-options/client-metadata.ts'
import { loadAccount } from '../storage/account-store.ts'
import { nameOf } from './brand.ts'
import { readForm } from './form.ts'
import { finish } from './index.ts'
import { formTarget, sendPage } from './respond.ts'
import type { Interaction } from './types.ts'

const accountIdOf = ({ interaction }: Interaction): string | undefined =>
  interaction.result?.login?.accountId ?? interaction.session?.accountId

const scopesOf = ({ interaction }: Interaction): string[] =>
  String(interaction.params.scope ?? '')
    .split(' ')
    .filter(Boolean)

async function clientOf({ provider, interaction }: Interaction) {
  const client = await provider.Client.find(String(interaction.params.client_id))
  if (!client) throw new errors.InvalidClient('client is gone')
  return client
}

/** Whether a person who has just signed in must be asked: not when the application needs no consent. */
export async function needsConsent(turn: Interaction, accountId: string): Promise<boolean> {
  const client = await clientOf(turn)
  if (!ownSettings(client).requireConsent) return false
  // Someone else's session in this browser: the provider signs that person out first and asks again.
  return !turn.interaction.session?.accountId || turn.interaction.session.accountId === accountId
}

export async function showConsent(turn: Interaction): Promise<void> {
  const { context, ctx, interaction } = turn
  const accountId = accountIdOf(turn)
  if (!accountId) throw new errors.SessionNotFound('nobody is signed in')
  const [client, account] = await Promise.all([
    clientOf(turn),
    loadAccount(context.deps.database, context.project.id, accountId),
  ])
  const locale = chooseLocale(interaction.params.ui_locales, ctx.get('accept-language'))
  const base = `${context.mountPath}/interaction/${interaction.uid}`
  const page = consentPage({
    locale,
    projectName: nameOf(context),
    applicationName: client.clientName ?? client.clientId,
    accountId,
    accountName: account?.email ?? account?.username ?? accountId,
    action: `${base}/consent`,
    cancelAction: `${base}/abort`,
    partial: ownSettings(client).partialConsent,
    permissions: permissionsOf(turn),
    redirectHost: URL.parse(String(interaction.params.redirect_uri))?.host ?? '',
  })
  sendPage(ctx, page, { locale, formTargets: formTarget(interaction.params.redirect_uri) })
}

const permissionsOf = (turn: Interaction): ConsentPermission[] =>
  scopesOf(turn)
    .filter((scope) => scope !== 'openid')
    .map((scope) => ({ scope }))

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
  const missing =
    turn.interaction.prompt.name === 'consent'
      ? (details.missingOIDCScope as string[] | undefined)
      : undefined
  const asked = missing ?? scopesOf(turn).filter((scope) => turn.context.settings.scopes.includes(scope))
  grant.addOIDCScope(asked.filter((scope) => !refused.has(scope)).join(' '))
  if (asked.some((scope) => refused.has(scope)))
    grant.rejectOIDCScope(asked.filter((scope) => refused.has(scope)).join(' '))
  if (details.missingOIDCClaims) grant.addOIDCClaims(details.missingOIDCClaims as string[])
  const resources = [turn.interaction.params.resource ?? []].flat() as string[]
  for (const resource of resources) {
    grant.addResourceScope(
      resource,
      scopesOf(turn)
        .filter((scope) => !refused.has(scope))
        .join(' '),
    )
    if (refused.size) grant.rejectResourceScope(resource, [...refused].join(' '))
  }
}
