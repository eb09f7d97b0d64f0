import type { AnswerOf, Operations } from '@signet/contracts'
import type { Executor } from '@signet/db'
import { INSTANCE_KEY_SET } from '@signet/db/key-set'
import { refuse } from '@signet/runtime'
import type { SigningKeyPair, Vault } from '@signet/secrets'
import { bumpInstance, bumpProject } from '@signet/tenancy'
import {
  demoteSigner,
  findKey,
  insertKey,
  type KeyRecord,
  readKeys,
  refuseKeyLimit,
  retireKey,
  revokeKey,
  startSigning,
  toKey,
} from './key-store.ts'
import { refuseNeededSigner } from './needed-algorithms.ts'
import { nextReplacement, nextToSign, waitingToSign } from './touched-keys.ts'

/** Changes of one set (concepts.md, "Signing keys"). The caller holds the lock of the set. */

type Promotion = AnswerOf<Operations['jwks_promote']>
type Rotation = AnswerOf<Operations['jwks_rotate']>
type Revocation = AnswerOf<Operations['jwks_revoke']>

/** Every replica reads the version on each request. */
const changed = (tx: Executor, keySetId: string) =>
  keySetId === INSTANCE_KEY_SET ? bumpInstance(tx) : bumpProject(tx, keySetId)

export const listKeys = async (executor: Executor, keySetId: string) => ({
  keys: (await readKeys(executor, keySetId)).map(toKey),
})

export async function generate(tx: Executor, vault: Vault, keySetId: string, pair: SigningKeyPair) {
  const made = await insertKey(tx, vault, keySetId, pair)
  await changed(tx, keySetId)
  return toKey(made)
}

export function refuseUnready({ state, ready, promotableAt }: KeyRecord): void {
  if (state === 'published' && ready) return
  if (state === 'revoked') refuse('not_found')
  refuse('key_not_promotable', {
    detail:
      state === 'published'
        ? `The key may sign from ${promotableAt.toISOString()}.`
        : `The key is ${state} and cannot be promoted.`,
  })
}

export async function promote(tx: Executor, keySetId: string, kid: string): Promise<Promotion> {
  const key = await findKey(tx, keySetId, kid)
  refuseUnready(key)
  const demoted = await demoteSigner(tx, keySetId, key.algorithm)
  const promoted = await startSigning(tx, keySetId, kid)
  await changed(tx, keySetId)
  return { promoted: toKey(promoted), ...(demoted ? { demoted: toKey(demoted) } : {}) }
}

/** Promotes the oldest ready key that never signed and publishes its successor; without such a key, only publishes one. */
export async function rotate(
  tx: Executor,
  vault: Vault,
  keySetId: string,
  pair: SigningKeyPair,
): Promise<Rotation> {
  await refuseKeyLimit(tx, keySetId)
  const keys = await readKeys(tx, keySetId)
  const [oldest] = waitingToSign(keys, pair.algorithm)
  const next = nextToSign(keys, pair.algorithm)
  const promotion = next ? await promote(tx, keySetId, next.kid) : {}
  const generated = await insertKey(tx, vault, keySetId, pair)
  await changed(tx, keySetId)
  const rotatableAt = (oldest ?? generated).promotableAt.toISOString()
  return { ...promotion, generated: toKey(generated), ...(next ? {} : { rotatableAt }) }
}

/** The key still verifies and can be promoted again. */
export async function demote(tx: Executor, keySetId: string, kid: string) {
  const key = await findKey(tx, keySetId, kid)
  await refuseNeededSigner(tx, keySetId, key)
  const demoted = (await demoteSigner(tx, keySetId, key.algorithm)) ?? refuse('key_not_signing')
  await changed(tx, keySetId)
  return toKey(demoted)
}

/** A signing key must be replaced or demoted first. */
export function refuseRetirement({ state }: Pick<KeyRecord, 'state'>): void {
  if (state === 'revoked') refuse('not_found')
  if (state === 'signing') refuse('key_signing')
}

export async function retire(tx: Executor, keySetId: string, kid: string) {
  refuseRetirement(await findKey(tx, keySetId, kid))
  const retired = await retireKey(tx, keySetId, kid)
  await changed(tx, keySetId)
  return toKey(retired)
}

/** A signer is replaced in the same transaction, so that signing never stops. */
export async function revoke(
  tx: Executor,
  vault: Vault,
  keySetId: string,
  kid: string,
  spare: SigningKeyPair | null,
): Promise<Revocation> {
  const key = await findKey(tx, keySetId, kid)
  if (key.state === 'revoked') refuse('key_revoked')
  await revokeKey(tx, keySetId, kid)
  const replaced = key.state === 'signing' ? await replace(tx, vault, keySetId, key, spare) : null
  await changed(tx, keySetId)
  return {
    kid,
    replacement: replaced ? toKey(replaced.key) : null,
    replacementGenerated: replaced?.generated ?? false,
  }
}

/** Promotes a published key that is ready; without one, the new key signs immediately. */
async function replace(
  tx: Executor,
  vault: Vault,
  keySetId: string,
  { algorithm }: KeyRecord,
  spare: SigningKeyPair | null,
): Promise<{ key: KeyRecord; generated: boolean }> {
  const next = nextReplacement(await readKeys(tx, keySetId), algorithm)
  if (next) return { key: await startSigning(tx, keySetId, next.kid), generated: false }
  // The key became a signer after the call was prepared without a spare key. The caller repeats the call.
  if (!spare) refuse('unavailable', { detail: 'Another request changed the key set; try again.' })
  return { key: await insertKey(tx, vault, keySetId, spare, true), generated: true }
}

/** The body of retire and revoke must repeat the kid. */
export function requireConfirm(kid: string, confirm: string | undefined): void {
  if (confirm !== kid)
    refuse('confirm_mismatch', { errors: [{ path: 'confirm', message: 'must equal the kid of the path' }] })
}
