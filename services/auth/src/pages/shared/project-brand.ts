import { sql } from '@signet/db'
import { ownClientId } from '@signet/sessions'
import { shownName } from '@signet/tenancy'
import type { Client } from 'oidc-provider'
import type { AccountRow } from '../../artifacts/account-columns.ts'
import { isMetadataDocument, nameOfClient, ownSettings } from '../../clients/client-metadata.ts'
import type { OptionsContext } from '../../core/issuer-context.ts'
import type { ApplicationBrand, ProjectBrand } from './brand.ts'
import { logoPath } from './logo-path.ts'

export const nameOf = ({ project, issuer }: OptionsContext): string => shownName(project, issuer)

/** Only administrators of the project define name, logo and color. */
export function projectBrand(context: OptionsContext): ProjectBrand {
  const { id, logoDigest, primaryColor } = context.project
  return {
    name: nameOf(context),
    ...(logoDigest ? { logo: logoPath({ projectId: id, digest: logoDigest }) } : {}),
    ...(primaryColor ? { primaryColor } : {}),
  }
}

/**
 * An application that registered itself shows nothing, so that it cannot impersonate another one. Logo and color appear before the
 * sign-in only in a project without open registration, whose users all belong to the organization.
 */
export async function publicBrand(context: OptionsContext, client: Client): Promise<ApplicationBrand> {
  const { dynamic, primaryColor } = ownSettings(client)
  if (dynamic || isMetadataDocument(client) || client.clientId === ownClientId) return {}
  const name = nameOfClient(client)
  if (context.project.registrationOpen) return { name }
  const logo = await logoOf(context, client)
  return { name, ...(primaryColor ? { primaryColor } : {}), ...(logo ? { logo } : {}) }
}

async function logoOf({ deps, project }: OptionsContext, client: Client): Promise<string | undefined> {
  if (!ownSettings(client).hasLogo) return undefined
  const [row] = await deps.database.rows<{ logo: string | null; type: string | null }>(sql`
    SELECT encode(logo, 'base64') AS logo, logo_type AS type FROM clients
    WHERE project_id = ${project.id} AND id = ${client.clientId}`)
  return row?.logo && row.type ? `data:${row.type};base64,${row.logo.replaceAll('\n', '')}` : undefined
}

/** Requires an account of the organization: one that a directory manages, or any account of a project without open registration. */
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

/** The host must be that of one of the application's redirect addresses. */
function ownLink(client: Client, link: string | undefined): string | undefined {
  const url = link === undefined ? null : URL.parse(link)
  if (url?.protocol !== 'https:') return undefined
  const hosts = (client.redirectUris ?? []).map((uri) => URL.parse(uri)?.host)
  return hosts.includes(url.host) ? url.href : undefined
}
