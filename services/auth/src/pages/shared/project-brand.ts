import { sql } from '@signet/db'
import { ownClientId } from '@signet/sessions'
import { shownName } from '@signet/tenancy'
import type { Client } from 'oidc-provider'
import type { AccountRow } from '../../artifacts/account-columns.ts'
import { isMetadataDocument, nameOfClient, ownSettings } from '../../clients/client-metadata.ts'
import type { OptionsContext } from '../../core/issuer-context.ts'
import type { ApplicationBrand, ProjectBrand } from './brand.ts'

/** What end users know the project by: its display name, or else its address. */
export const nameOf = ({ project, issuer }: OptionsContext): string => shownName(project, issuer)

/** The project on its pages, for everybody: only its administrators say what it is called and how it looks. */
export const projectBrand = (context: OptionsContext): ProjectBrand => ({
  name: nameOf(context),
  ...(context.project.primaryColor ? { primaryColor: context.project.primaryColor } : {}),
})

/**
 * The application before anybody has said who they are. One that registered itself shows nothing, so that it cannot pose as
 * another (T14); logo and color only where everybody is one of the organization's own users, because strangers cannot
 * sign up.
 */
export async function publicBrand(context: OptionsContext, client: Client): Promise<ApplicationBrand> {
  const { dynamic, primaryColor } = ownSettings(client)
  if (dynamic || isMetadataDocument(client) || client.clientId === ownClientId) return {}
  const name = nameOfClient(client)
  if (context.project.registrationOpen) return { name }
  const logo = await logoOf(context, client)
  return { name, ...(primaryColor ? { primaryColor } : {}), ...(logo ? { logo } : {}) }
}

/** A data URL of its checked image. */
async function logoOf({ deps, project }: OptionsContext, client: Client): Promise<string | undefined> {
  const [row] = await deps.database.rows<{ logo: string | null; type: string | null }>(sql`
    SELECT encode(logo, 'base64') AS logo, logo_type AS type FROM clients
    WHERE project_id = ${project.id} AND id = ${client.clientId}`)
  return row?.logo && row.type ? `data:${row.type};base64,${row.logo.replaceAll('\n', '')}` : undefined
}

/**
 * Only to the organization's own users: those a directory manages, or all of a project that strangers cannot sign up
 * to. An application that registered itself shows nothing of its own to anybody, so that it cannot pose as another (T14).
 */
export async function applicationBrand(
  context: OptionsContext,
  client: Client,
  account: AccountRow | null,
): Promise<ApplicationBrand> {
  const isOwnUser = account !== null && (account.managed || !context.project.registrationOpen)
  const { dynamic, primaryColor } = ownSettings(client)
  if (!isOwnUser || dynamic) return {}
  const logo = await logoOf(context, client)
  const links = { policyUri: ownLink(client, client.policyUri), tosUri: ownLink(client, client.tosUri) }
  return {
    ...(primaryColor ? { primaryColor } : {}),
    ...(logo ? { logo } : {}),
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
