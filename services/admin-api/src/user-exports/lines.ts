import { type ExportedAccount, openSeed, readExportedAccounts } from '@signet/accounts'
import type { ImportedUser } from '@signet/contracts'
import type { Executor } from '@signet/db'
import type { Vault } from '@signet/secrets'

/** Accounts of one statement: an export has one page in memory, however many users there are. */
const pageSize = 500

export interface ExportSource {
  readonly database: Executor
  readonly vault: Vault
  readonly projectId: string
  readonly withSecrets: boolean
}

/** Yields a page of lines at a time, which an import accepts. */
export async function* exportLines(source: ExportSource) {
  for await (const users of exportedUsers(source))
    yield users.map((user) => `${JSON.stringify(user)}\n`).join('')
}

export async function* exportedUsers({
  database,
  vault,
  projectId,
  withSecrets,
}: ExportSource): AsyncGenerator<readonly ImportedUser[]> {
  for (let after = ''; ; ) {
    const accounts = await readExportedAccounts(database, projectId, { after, limit: pageSize })
    const last = accounts.at(-1)
    if (!last) return
    yield accounts.map((account) => ({
      ...toImported(account),
      ...(withSecrets ? secretsOf(vault, projectId, account) : {}),
    }))
    after = last.id
  }
}

const secretsOf = (
  vault: Vault,
  projectId: string,
  { id, passwordHash, totpSealed }: ExportedAccount,
): Pick<ImportedUser, 'passwordHash' | 'totpSeed'> => ({
  ...(passwordHash === null ? {} : { passwordHash }),
  ...(totpSealed === null ? {} : { totpSeed: openSeed(vault, { projectId, accountId: id }, totpSealed) }),
})

function toImported({
  id,
  email,
  username,
  passkeys,
  links,
  groups,
  claims,
  profile,
  ...flags
}: ExportedAccount): ImportedUser {
  const { emailVerified, active } = flags
  return {
    subject: id,
    // An account without an address cannot be imported, and its line is refused with this reason.
    email: email ?? '',
    ...(username === null ? {} : { username }),
    ...{ emailVerified, active, claims, profile },
    ...(groups.length === 0 ? {} : { groups: [...groups] }),
    ...(links.length === 0 ? {} : { links: links.map((link) => ({ ...link })) }),
    ...(passkeys.length === 0 ? {} : { passkeys: passkeys.map(toPasskey) }),
  }
}

const toPasskey = ({
  synced,
  flagsKnown,
  backedUp,
  transports,
  ...passkey
}: ExportedAccount['passkeys'][number]) => ({
  ...passkey,
  transports: [...transports],
  ...(flagsKnown ? { backupEligible: synced, backedUp } : {}),
})
