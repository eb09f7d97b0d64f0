import { type Client, errors, type Grant } from 'oidc-provider'
import { consentPage } from '../pages/consent.ts'
import { chooseLocale } from '../pages/locale.ts'
import { nameOfClient, ownSettings } from '../provider-options/client-metadata.ts'
import { isAnswered, type NeededConsent } from '../provider-options/consent-coverage.ts'
import { words } from '../provider-options/scopes.ts'
import { loadAccount } from '../storage/account-store.ts'
import { earlierConsent } from '../storage/earlier-consent.ts'
import { accessView } from './access-view.ts'
import { applicationBrand, nameOf } from './brand.ts'
import { readForm } from './form.ts'
import { finish } from './index.ts'
import { recordConsent } from './record-consent.ts'
import { type RequestedAccess, requestedAccess } from './requested-access.ts'
import { formTarget, sendPage } from './respond.ts'
import type { Interaction } from './types.ts'

const accountIdOf = ({ interaction }: Interaction): string | undefined =>
  interaction.result?.login?.accountId ?? interaction.session?.accountId

async function clientOf({ provider, interaction }: Interaction) {
  const client = await provider.Client.find(String(interaction.params.client_id))
  if (!client) throw new errors.InvalidClient('client is gone')
  return client
}

/**
 * Whether a person who has just signed in must be asked. An application that needs no consent asks nothing, and what was
 * answered before, in whatever browser, is not asked again. A native application is asked about each time: nothing
 * proves that it is the one that was allowed (RFC 8252 8.6).
 */
export async function needsConsent(turn: Interaction, accountId: string): Promise<boolean> {
  const { context, interaction, provider } = turn
  const client = await clientOf(turn)
  if (!ownSettings(client).requireConsent) return false
  const { prompt, authorization_details: details } = interaction.params
  if (client.applicationType === 'native' || details !== undefined) return true
  if (words(typeof prompt === 'string' ? prompt : undefined).includes('consent')) return true
  const { database } = context.deps
  const key = { projectId: context.project.id, accountId, clientId: client.clientId }
  const earlier = await earlierConsent(provider, database, key)
  return !earlier || !isAnswered(earlier, neededConsent(await requestedAccess(turn)))
}

const neededConsent = ({ isSignIn, permissions, namedClaims, apis }: RequestedAccess): NeededConsent => ({
  scopes: [
    ...(isSignIn ? ['openid'] : []),
    ...permissions.flatMap(({ scope, resource }) => (scope && resource === undefined ? [scope] : [])),
  ],
  claims: namedClaims,
  resources: Object.fromEntries(apis.map(({ resource, scopes }) => [resource, scopes])),
})

/** An administrator may give an agent less than it asks for: agents ask for every scope the endpoint names. */
const mayRefuseParts = (client: Client, { apis }: RequestedAccess): boolean =>
  ownSettings(client).partialConsent || apis.some(({ isAgentEndpoint }) => isAgentEndpoint)

export async function showConsent(turn: Interaction): Promise<void> {
  const { context, ctx, interaction } = turn
  const accountId = accountIdOf(turn)
  if (!accountId) throw new errors.SessionNotFound('nobody is signed in')
  const [client, account, access] = await Promise.all([
    clientOf(turn),
    loadAccount(context.deps.database, context.project.id, accountId),
    requestedAccess(turn),
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
    partial: mayRefuseParts(client, access),
    ...accessView(context, access),
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
  const access = await requestedAccess(turn)
  const refused = mayRefuseParts(client, access)
    ? access.permissions.map(({ field }) => field).filter((field) => form.get(field) !== 'on')
    : []
  recordConsent(turn.context, grant, access, new Set(refused))
  const grantId = await grant.save()
  const login = interaction.result?.login
  await finish({ ...turn, provider }, { ...(login ? { login } : {}), consent: { grantId } })
}

/** The grant of this session; a new one goes on from what was decided before, so that nothing is asked twice. */
async function grantFor({ provider, context, interaction }: Interaction, accountId: string): Promise<Grant> {
  const clientId = String(interaction.params.client_id)
  const existing = interaction.grantId ? await provider.Grant.find(interaction.grantId) : undefined
  // The last decision is the one that other browsers go on from.
  if (existing?.accountId === accountId)
    return Object.assign(existing, { iat: Math.floor(Date.now() / 1000) })
  const key = { projectId: context.project.id, accountId, clientId }
  const earlier = await earlierConsent(provider, context.deps.database, key)
  return earlier ?? new provider.Grant({ accountId, clientId })
}
