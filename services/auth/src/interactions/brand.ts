import { sql } from '@signet/db'
import { shownName } from '@signet/directory'
import type { Client } from 'oidc-provider'
import type { ApplicationBrand } from '../pages/brand.ts'
import { ownSettings } from '../provider-options/client-metadata.ts'
import type { OptionsContext } from '../provider-options/context.ts'
import type { AccountRow } from '../storage/joined.ts'

/** What end users know the project by: its display name, or else its address. */
export const nameOf = ({ project, issuer }: OptionsContext): string => shownName(project, issuer)

/**
 * The application's color before anybody has said who they are: only where everybody is one of the organization's own
 * users, because strangers cannot sign up.
 */
export const colorForAnybody = ({ project }: OptionsContext, client: Client): string | undefined =>
  project.registrationOpen || ownSettings(client).dynamic ? undefined : ownSettings(client).primaryColor

/**
 * Only to the organization's own users: those a directory manages, or all of a project that strangers cannot sign up
 * to. An application that registered itself shows nothing of its own to anybody, so that it cannot pose as another (T14).
 */
export async function applicationBrand(
  { deps, project }: OptionsContext,
  client: Client,
  account: AccountRow | null,
): Promise<ApplicationBrand> {
  const isOwnUser = account !== null && (account.managed || !project.registrationOpen)
  const { dynamic, primaryColor } = ownSettings(client)
  if (!isOwnUser || dynamic) return {}
  const [row] = await deps.database.rows<{ logo: string | null; type: string | null }>(sql`
    SELECT encode(logo, 'base64') AS logo, logo_type AS type FROM clients
    WHERE project_id = ${project.id} AND id = ${client.clientId}`)
  const links = { policyUri: ownLink(client, client.policyUri), tosUri: ownLink(client, client.tosUri) }
  return {
    ...(primaryColor ? { primaryColor } : {}),
    ...(row?.logo && row.type ? { logo: `data:${row.type};base64,${row.logo.replaceAll('\n', '')}` } : {}),
    ...(links.policyUri ? { policyUri: links.policyUri } : {}),
    ...(links.tosUri ? { tosUri: links.tosUri } : {}),
  }
}

/** A link is shown only where the application itself lives: on the host of one of its redirect addresses. */
function ownLink(client: Client, link: string | undefined): string | undefined {
  const url = link === undefined ? null : URL.parse(link)
  if (url?.protocol !== 'https:') return undefined
  const hosts = (client.redirectUris ?? []).map((uri) => URL.parse(uri)?.host)
  return hosts.includes(url.host) ? url.href : undefined
}
