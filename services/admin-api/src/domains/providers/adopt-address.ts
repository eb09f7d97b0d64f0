import { changeEmail, hasCredential } from '@signet/accounts'
import { operations } from '@signet/contracts'
import { type Executor, type Sql, sql } from '@signet/db'
import { isPlainAddress, refuse, refuseValue } from '@signet/runtime'
import { implement } from '../../implement.ts'
import type { ProjectRow } from '../../projects/row.ts'
import { checkAddressChange, findUser, lockUser, noteSignInMethodChange, toUser } from '../users/read.ts'

interface AddressAtProvider {
  readonly providerName: string
  /** Null without a present address. */
  readonly from: string | null
  readonly to: string
  readonly verified: boolean
}

/**
 * A trusted provider (`identity_providers p`) verified the address (`identities d`), and every credential of the account (`accounts a`)
 * belongs to its user: another credential of an account that was never verified may be of another person. An address of an
 * administrator is verified by a mailed code only.
 */
const verifiedIn = ({ reserved }: ProjectRow, providerId: string): Sql => sql`(${reserved === null}::boolean
  AND p.email_trusted AND d.email_proven AND (a.email_verified OR NOT ${hasCredential(providerId)}))`

const linkOf = (project: ProjectRow, userId: string, providerId: string): Sql => sql`
  d.project_id = ${project.id} AND d.account_id = ${userId} AND d.provider_id = ${providerId}
    AND p.project_id = d.project_id AND p.id = d.provider_id`

async function readAddress(
  executor: Executor,
  project: ProjectRow,
  userId: string,
  providerId: string,
): Promise<AddressAtProvider> {
  const [found] = await executor.rows<AddressAtProvider>(sql`
    SELECT p.display_name AS "providerName", a.email AS "from", d.email AS "to", ${verifiedIn(project, providerId)} AS verified
    FROM identities d, identity_providers p, accounts a
    WHERE ${linkOf(project, userId, providerId)} AND a.project_id = d.project_id AND a.id = d.account_id AND d.email IS NOT NULL`)
  return found ?? refuse('not_found')
}

/** Merges no accounts: an address of another account is refused. */
export const federation_identity_address_adopt = implement(operations.federation_identity_address_adopt, {
  async prepare({ deps, caller, project }, { userId, providerId }) {
    const user = await findUser(deps.keyLookupPool, project.id, userId)
    checkAddressChange(caller, project, user)
    const { from, to } = await readAddress(deps.database, project, userId, providerId)
    if (!isPlainAddress(to)) refuseValue('providerId', 'states an address to which no message can be sent')
    return {
      unchanged: from === to,
      target: { id: userId, detail: { providerId, email: { from, to } } },
      shows: { email: user.email },
    }
  },

  async preview(executor, { project }, { userId, providerId }, { unchanged }) {
    if (unchanged) return null
    const { providerName, ...expect } = await readAddress(executor, project, userId, providerId)
    return { consequences: consequencesOf(providerName, expect), expect }
  },

  async lock({ sql: tx }, { caller, project }, { userId }) {
    await lockUser(tx, project.id, userId)
    checkAddressChange(caller, project, await findUser(tx, project.id, userId))
  },

  async apply({ sql: tx }, { deps, project }, { userId, providerId }) {
    const { from, to } = await readAddress(tx, project, userId, providerId)
    if (from !== to) {
      await noteSignInMethodChange(tx, deps, project, userId, { changed: 'address' })
      const verified = sql`EXISTS (SELECT 1 FROM identities d, identity_providers p
        WHERE ${linkOf(project, userId, providerId)} AND ${verifiedIn(project, providerId)})`
      await changeEmail(tx, project.id, userId, to, verified)
    }
    return toUser(await findUser(tx, project.id, userId))
  },
})

function consequencesOf(
  providerName: string,
  { from, to, verified }: Omit<AddressAtProvider, 'providerName'>,
) {
  const source = `the address at ${providerName}`
  return [
    from === null
      ? `The account gets ${to}, ${source}.`
      : `The user signs in with ${to}, ${source}, instead of ${from}. Links that were mailed to the former address no longer work.`,
    verified
      ? `The new address counts as verified, because ${providerName} verified it.`
      : 'The new address is not verified.',
  ]
}
