import { type Connection, type ConnectionRow, limits, type Settings } from '@signet/contracts'
import type { Executor } from '@signet/db'
import {
  type CredentialKind,
  type CredentialRecord,
  familyOf,
  readCredentials,
  readUnmatched,
} from '@signet/provisioning'
import { issuerOf, loadSettings } from '@signet/tenancy'
import type * as z from 'zod'
import type { HandlerDeps } from '../../deps.ts'
import type { ProjectRow } from '../../projects/row.ts'
import { type ConnectionRecord, findConnection, readConnections } from './connection-store.ts'

type Row = z.input<typeof ConnectionRow>
type Warning = Row['warnings'][number]

export interface At {
  readonly deps: Pick<HandlerDeps, 'config'>
  readonly project: ProjectRow
}

/** The warning begins these days before the expiry of a static token. */
const soonDays = 14

/** Null without an address. */
export function scimAddresses({ deps, project }: At) {
  const issuer = issuerOf(project, deps.config.SIGNET_BASE_URL)
  return { scimBaseUrl: issuer && `${issuer}/scim/v2`, tokenEndpoint: issuer && `${issuer}/token` }
}

export const availableKinds = (settings: Settings): CredentialKind[] => [
  'key',
  ...(settings['scim.secretCredentials'] ? (['secret'] as const) : []),
  ...(settings['scim.staticTokens'] ? (['static_token'] as const) : []),
]

export async function answerConnections(executor: Executor, at: At, ids?: readonly string[]): Promise<Row[]> {
  const [rows, credentials, settings] = await Promise.all([
    readConnections(executor, at.project.id, ids),
    readCredentials(executor, { projectId: at.project.id }),
    loadSettings(executor),
  ])
  return rows.map((row) =>
    toRow(
      at,
      row,
      credentials.filter(({ connectionId }) => connectionId === row.id),
      settings,
    ),
  )
}

export async function answerConnection(executor: Executor, at: At, id: string): Promise<Connection> {
  const row = await findConnection(executor, at.project.id, id)
  const credentials = await readCredentials(executor, { projectId: at.project.id, connectionId: id })
  const settings = await loadSettings(executor)
  const of = { projectId: at.project.id, connectionId: id }
  const { total, latest } = await readUnmatched(executor, of, limits.unmatchedUsers)
  return {
    ...toRow(at, row, credentials, settings),
    unmatched: { total, latest: latest.map((user) => ({ ...user, at: user.at.toISOString() })) },
    credentials: credentials.map(toCredential),
    availableCredentialKinds: availableKinds(settings),
  }
}

function toRow(at: At, row: ConnectionRecord, credentials: CredentialRecord[], settings: Settings): Row {
  const {
    heldSince,
    refused: _refused,
    providerEnabled: _provider,
    createdAt,
    lastRequestAt,
    ...fields
  } = row
  const addresses = scimAddresses(at)
  return {
    ...fields,
    ...addresses,
    held: heldSince !== null,
    stillUsedByDirectory: credentials.some(({ previous }) => previous?.stillUsedByDirectory),
    warnings: warningsOf(row, credentials, settings, addresses.scimBaseUrl !== null),
    lastRequestAt: lastRequestAt?.toISOString() ?? null,
    createdAt: createdAt.toISOString(),
  }
}

function warningsOf(
  { providerEnabled, heldSince }: ConnectionRecord,
  credentials: readonly CredentialRecord[],
  settings: Settings,
  isAddressed: boolean,
): Warning[] {
  const kinds = availableKinds(settings)
  const usable = credentials.filter(({ kind, expired }) => !expired && kinds.includes(kind))
  const soon = Date.now() + soonDays * 86_400_000
  const holds: { readonly [W in Warning]: boolean } = {
    scim_off: !settings['scim.enabled'],
    no_scim_address: !isAddressed,
    provider_disabled: !providerEnabled,
    no_credential: usable.length === 0,
    credential_expires_soon: usable.some(({ expiresAt }) => expiresAt !== null && expiresAt.getTime() < soon),
    credential_expired: credentials.some(({ expired }) => expired),
    held: heldSince !== null,
  }
  return (Object.keys(holds) as Warning[]).filter((warning) => holds[warning])
}

const toCredential = ({
  kind,
  issuedAt,
  expiresAt,
  lastUsedAt,
  previous,
}: CredentialRecord): Connection['credentials'][number] => ({
  kind,
  family: familyOf(kind),
  issuedAt: issuedAt.toISOString(),
  expiresAt: expiresAt?.toISOString() ?? null,
  lastUsedAt: lastUsedAt?.toISOString() ?? null,
  previous: previous && {
    endsAt: previous.endsAt.toISOString(),
    lastUsedAt: previous.lastUsedAt?.toISOString() ?? null,
    stillUsedByDirectory: previous.stillUsedByDirectory,
  },
})
