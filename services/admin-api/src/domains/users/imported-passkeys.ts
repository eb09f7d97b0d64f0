import { type ImportedCredential, readTakenCredentials, type TakenCredentials } from '@signet/accounts'
import { type ImportedPasskey, type ImportedUser, isVisible } from '@signet/contracts'
import type { Executor } from '@signet/db'
import { readAcceptedHosts } from '@signet/federation'
import { newId } from '@signet/runtime'

export interface PasskeyRules extends TakenCredentials {
  readonly hosts: readonly string[]
  readonly isUsableKey: (publicKey: Uint8Array<ArrayBuffer>) => boolean
}

const noPasskeys: PasskeyRules = { hosts: [], ids: new Set(), handles: new Set(), isUsableKey: () => false }

export async function readPasskeyRules(
  executor: Executor,
  projectId: string,
  users: readonly ImportedUser[],
): Promise<PasskeyRules> {
  const passkeys = users.flatMap((user) => user.passkeys ?? [])
  if (passkeys.length === 0) return noPasskeys
  const ids = passkeys.map(({ credentialId }) => credentialId)
  const handles = passkeys.map(({ userHandle }) => userHandle)
  const [hosts, taken] = await Promise.all([
    readAcceptedHosts(executor, projectId),
    readTakenCredentials(executor, projectId, { ids, handles }),
  ])
  // The library of WebAuthn takes several MiB.
  const { isUsableKey } = await import('@signet/accounts/passkey-public-key')
  return { hosts, ...taken, isUsableKey }
}

/** Returns the problem; null for valid passkeys. */
export function checkPasskeys({ passkeys = [] }: ImportedUser, rules: PasskeyRules): string | null {
  const [first] = passkeys
  if (passkeys.some(({ userHandle }) => userHandle !== first?.userHandle))
    return 'passkeys have more than one userHandle'
  if (new Set(passkeys.map(({ credentialId }) => credentialId)).size < passkeys.length)
    return 'passkeys have a credentialId twice'
  return passkeys.map((passkey) => checkPasskey(passkey, rules)).find((problem) => problem !== null) ?? null
}

function checkPasskey(
  passkey: ImportedPasskey,
  { hosts, ids, handles, isUsableKey }: PasskeyRules,
): string | null {
  const { credentialId, publicKey, rpId, userHandle, backupEligible, backedUp, name } = passkey
  if (!hosts.includes(rpId)) return `passkeys: ${rpId} is not the host of the project, or a former one`
  if (!isUsableKey(new Uint8Array(Buffer.from(publicKey, 'base64url'))))
    return 'passkeys: publicKey is no COSE key of Ed25519, ES256 or RS256 with at least 2048 bits'
  if (backedUp === true && backupEligible !== true)
    return 'passkeys: backedUp needs backupEligible, as a passkey of one device has no backup'
  if (name !== undefined && !isVisible(name)) return 'passkeys: name must be one line of visible text'
  if (ids.has(credentialId)) return 'passkeys: another user has the credentialId'
  return handles.has(userHandle) ? 'passkeys: another user has the userHandle' : null
}

const unknownModel = '00000000-0000-0000-0000-000000000000'

export const toCredentials = ({ passkeys = [] }: ImportedUser, accountId: string): ImportedCredential[] =>
  passkeys.map(({ userHandle, backupEligible, counter, aaguid, transports, backedUp, name, ...bound }) => ({
    ...bound,
    id: newId('passkey'),
    accountId,
    handle: userHandle,
    counter: counter ?? 0,
    aaguid: aaguid ?? unknownModel,
    transports: transports ?? [],
    synced: backupEligible ?? false,
    backedUp: backedUp ?? false,
    flagsKnown: backupEligible !== undefined,
    name: name ?? 'Passkey',
  }))
