import { operations } from '@signet/contracts'
import { sql } from '@signet/db'
import { refuseValue } from '@signet/runtime'
import { implement } from '../../implement.ts'
import { announce, lockServiceAccount } from './changes.ts'
import { type StoredKey, toStoredKeys, withNewKey } from './keys.ts'
import { findOwn, toServiceAccount } from './store.ts'

/** A repeated call with the same key changes nothing. */
export const service_account_key_rotate = implement(operations.service_account_key_rotate, {
  async prepare({ deps, caller }, { key }) {
    const { id, name, teamId, keys } = await findOwn(deps.database, caller)
    if (keys.length === 0) refuseValue('key', 'is for an account with keys; this one has workloads')
    const [added] = await toStoredKeys('key', [key])
    const known = keys.find(({ kid }) => kid === added?.kid)
    if (known && !isSame(known, added)) refuseValue('key', 'has the id of another key')
    return {
      added: added as StoredKey,
      unchanged: known !== undefined,
      target: { id, scope: teamId, detail: { name, kid: added?.kid } },
    }
  },

  lock: ({ sql: tx }, { caller }) => lockServiceAccount(tx, caller.accountId),

  async apply({ sql: tx }, { caller }, _input, { added, unchanged }) {
    const { keys } = await findOwn(tx, caller)
    if (!unchanged) {
      const next = JSON.stringify(withNewKey(keys, added))
      await tx.run(sql`UPDATE service_accounts SET keys = ${next}::jsonb WHERE id = ${caller.accountId}`)
      await announce(tx)
    }
    return toServiceAccount(await findOwn(tx, caller))
  },
})

const isSame = (known: StoredKey, added: StoredKey | undefined): boolean =>
  JSON.stringify(Object.entries(known.jwk).toSorted()) ===
  JSON.stringify(Object.entries(added?.jwk ?? {}).toSorted())
