import { sql } from '@signet/db'
import { type Html, html } from '@signet/http'
import type { Locale } from '@signet/i18n'
import { pagesTextsOf } from '@signet/i18n/pages'
import { connectionOf } from '../../agents/access.ts'
import type { AgentConnection } from '../../agents/connection.ts'
import { requestPermission } from '../../agents/request.ts'
import { nameOfClient } from '../../clients/client-metadata.ts'
import type { RequestedAccess } from '../../consent/requested-access.ts'
import { addressOf, clientOf, type InteractionContext, localeOf } from '../../sign-in/context.ts'
import { type RenderedPage, rendered } from '../../sign-in/outcome.ts'
import type { ProjectBrand } from '../shared/brand.ts'
import { layout } from '../shared/layout.ts'
import { projectBrand } from '../shared/project-brand.ts'

/** @returns undefined for a request for any other resource */
export const agentConnectionOf = async (
  { context, interaction }: InteractionContext,
  { apis }: RequestedAccess,
): Promise<AgentConnection | undefined> =>
  apis.some(({ isAgentEndpoint }) => isAgentEndpoint) ? connectionOf(context, interaction.params) : undefined

/**
 * Replaces the consent page, and stores the request of the signed-in administrator. The page has no consent. It continues once the
 * agent is permitted.
 */
export async function showUnpermitted(
  visit: InteractionContext,
  kind: 'waiting' | 'declined',
  accountId: string,
): Promise<RenderedPage> {
  const { context, interaction } = visit
  const client = await clientOf(visit)
  const { clientId } = client
  const agent = nameOfClient(client)
  const redirectUri = String(interaction.params.redirect_uri)
  if (kind === 'waiting') await requestPermission(context, { clientId, name: agent, redirectUri, accountId })
  const page = unpermittedPage({
    locale: localeOf(visit),
    project: projectBrand(context),
    agent,
    redirectHost: URL.parse(redirectUri)?.host ?? '',
    isDeclined: kind === 'declined',
    again: addressOf(visit),
    cancelAction: addressOf(visit, 'abort'),
    console: (await isSuperAdministrator(context, accountId))
      ? `${context.deps.config.SIGNET_BASE_URL}/admin/agents`
      : null,
  })
  return { ...rendered(page), status: 403 }
}

const isSuperAdministrator = async (
  { deps }: InteractionContext['context'],
  accountId: string,
): Promise<boolean> =>
  (
    await deps.database.rows<object>(sql`
      SELECT 1 FROM team_members m JOIN instance i ON m.team_id = i.super_team_id WHERE m.account_id = ${accountId}`)
  ).length > 0

interface UnpermittedView {
  readonly locale: Locale
  readonly project: ProjectBrand
  readonly agent: string
  readonly redirectHost: string
  readonly isDeclined: boolean
  /** The page shows the consent page once the agent is permitted. */
  readonly again: string
  readonly cancelAction: string
  /** Null for an administrator who may not permit agents. */
  readonly console: string | null
}

function unpermittedPage(view: UnpermittedView): Html {
  const { agent, consent } = pagesTextsOf(view.locale)
  const title = agent.title({ agent: view.agent })
  const asked = view.console ? agent.permit : agent.asked
  const body = html`<header><h1>${title}</h1></header>
<p>${view.isDeclined ? agent.declined : asked}</p>
${view.console ? html`<p><a class="button way" href="${view.console}" target="_blank" rel="noopener"><span>${agent.console}</span></a></p>` : ''}
${view.isDeclined ? '' : html`<p><a href="${view.again}">${agent.again}</a></p>`}
<form method="post" action="${view.cancelAction}"><button class="plain" name="abort" value="1">${consent.deny}</button></form>
${view.redirectHost ? html`<p class="quiet small">${consent.goesTo({ host: view.redirectHost })}</p>` : ''}`
  return layout({ locale: view.locale, title, project: view.project, body })
}
