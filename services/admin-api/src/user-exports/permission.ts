import { refuse } from '@signet/runtime'
import type { Vault } from '@signet/secrets'
import type { Administrator } from '../caller.ts'

/** Time in which the download can begin. */
const permissionSeconds = 15 * 60

export interface ExportPermission {
  readonly projectId: string
  /** Recipient of age; null for an export without hashes and seeds. */
  readonly recipient: string | null
  /** The file is an archive, which also has the applications. */
  readonly applications: boolean
  readonly expiresAt: number
}

interface StoredPermission extends ExportPermission {
  readonly caller: string
}

const place = { table: 'user exports', row: 'permission', column: 'sealed' }

/** Names the credential too, so that a permission is of no use to another caller. */
const nameOf = ({ accountId, via }: Administrator): string =>
  `${accountId} ${via.credential === 'agent' ? via.clientId : via.sessionDigest}`

export function issuePermission(
  vault: Vault,
  caller: Administrator,
  granted: Omit<ExportPermission, 'expiresAt'>,
): { readonly sealed: string; readonly expiresAt: Date } {
  const expiresAt = Date.now() + permissionSeconds * 1_000
  const stored: StoredPermission = { ...granted, expiresAt, caller: nameOf(caller) }
  return { sealed: vault.seal(JSON.stringify(stored), place), expiresAt: new Date(expiresAt) }
}

/** The permission carries no right: the download reads the caller's rights again. */
export function openPermission(vault: Vault, caller: Administrator, sealed: string): ExportPermission {
  const stored = opened(vault, sealed)
  if (!stored || stored.caller !== nameOf(caller) || stored.expiresAt <= Date.now())
    return refuse('not_found', { detail: 'The export is unknown, of another caller, or expired.' })
  return stored
}

function opened(vault: Vault, sealed: string): StoredPermission | null {
  try {
    return JSON.parse(vault.open(sealed, place)) as StoredPermission
  } catch {
    return null
  }
}
