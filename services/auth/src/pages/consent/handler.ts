import { type Client, errors, type Grant } from 'oidc-provider'
import { addSharedEntry } from '../../agents/consented.ts'
import { nameOfClient, ownSettings } from '../../clients/client-metadata.ts'
import { accessView } from '../../consent/access-view.ts'
import { earlierConsent } from '../../consent/earlier-consent.ts'
import { recordConsent } from '../../consent/record-consent.ts'
import { type RequestedAccess, requestedAccess } from '../../consent/requested-access.ts'
import { loadAccount } from '../../request/account-store.ts'
import { addressOf, clientOf, type InteractionContext, localeOf } from '../../sign-in/context.ts'
import type { FlowState } from '../../sign-in/next-step.ts'
import { continueWith, end, type Outcome, type RenderedPage, rendered } from '../../sign-in/outcome.ts'
import { progressOf } from '../../sign-in/progress.ts'
import { isSignInValid, requireValidSignIn } from '../../sign-in/standing.ts'
import { readForm } from '../shared/form.ts'
import { applicationBrand, projectBrand } from '../shared/project-brand.ts'
import { agentConnectionOf, showUnpermitted } from './unpermitted-agent.ts'
import { consentPage } from './view.ts'

export async function show(visit: InteractionContext, { progress }: FlowState): Promise<RenderedPage> {
  const { context, interaction } = visit
  const accountId = progress.login?.accountId ?? interaction.session?.accountId
  if (!accountId) throw new errors.SessionNotFound('no user is signed in')
  const [client, account, access] = await Promise.all([
    clientOf(visit),
    loadAccount(context.deps.database, context.project.id, accountId),
    requestedAccess(visit),
  ])
  const agent = await agentConnectionOf(visit, access)
  if (agent && !('agent' in agent)) return showUnpermitted(visit, agent.kind, accountId)
  const page = consentPage({
    locale: localeOf(visit),
    project: projectBrand(context),
    applicationName: nameOfClient(client),
    accountId,
    accountName: account?.email ?? account?.username ?? accountId,
    action: addressOf(visit, 'consent'),
    cancelAction: addressOf(visit, 'abort'),
    otherAction: addressOf(visit, 'other'),
    partial: mayRefuseParts(client, access),
    ...accessView(context, access),
    brand: await applicationBrand(context, client, account),
    redirectHost: URL.parse(String(interaction.params.redirect_uri))?.host ?? '',
  })
  return rendered(page)
}

/**
 * Builds the grant from the stored request; the form contributes only the account and the unticked permissions, so a forged form cannot
 * add any.
 */
export async function answer(visit: InteractionContext): Promise<Outcome> {
  const { ctx, interaction } = visit
  const form = await readForm(ctx.req)
  const { login } = progressOf(visit)
  const accountId = login?.accountId ?? interaction.session?.accountId
  if (!accountId || form.get('accountId') !== accountId)
    throw new errors.InvalidRequest('the account changed since this page was shown')
  if (login && !(await isSignInValid(visit.context, login)))
    return continueWith({ entry: { problem: { kind: 'over' } } })
  if (login) requireValidSignIn(visit.context, login)
  const client = await clientOf(visit)
  const access = await requestedAccess(visit)
  const agent = await agentConnectionOf(visit, access)
  // The page of the next request shows that the agent is not permitted.
  if (agent && !('agent' in agent)) return continueWith(progressOf(visit))
  if (agent?.kind === 'shared') await addSharedEntry(visit.context, client, accountId)
  const grant = await grantFor(visit, accountId)
  const refused = mayRefuseParts(client, access)
    ? access.permissions.map(({ field }) => field).filter((field) => form.get(field) !== 'on')
    : []
  recordConsent(visit.context, grant, access, new Set(refused))
  const grantId = await grant.save()
  return end({ ...(login ? { login } : {}), consent: { grantId } })
}

/** An administrator may always refuse parts to an agent, since agents request every scope of the endpoint. */
const mayRefuseParts = (client: Client, { apis }: RequestedAccess): boolean =>
  ownSettings(client).partialConsent || apis.some(({ isAgentEndpoint }) => isAgentEndpoint)

/** A new grant has the earlier decisions, so that the user is not asked again. */
async function grantFor(
  { provider, context, interaction }: InteractionContext,
  accountId: string,
): Promise<Grant> {
  const clientId = String(interaction.params.client_id)
  const existing = interaction.grantId ? await provider.Grant.find(interaction.grantId) : undefined
  // Other browsers continue from the latest decision, which `iat` marks.
  if (existing?.accountId === accountId)
    return Object.assign(existing, { iat: Math.floor(Date.now() / 1000) })
  const key = { projectId: context.project.id, accountId, clientId }
  const earlier = await earlierConsent(provider, context.deps.database, key)
  return earlier ?? new provider.Grant({ accountId, clientId })
}
