import type { SigningKey } from '@signet/contracts'
import type { Executor } from '@signet/db'
import { INSTANCE_KEY_SET } from '@signet/db/key-set'
import { refuse } from '@signet/runtime'
import { makeSigningKey, type SigningKeyPair } from '@signet/secrets'
import { keySetOf } from '@signet/tenancy'
import type { Administrator } from '../../caller.ts'
import type { HandlerDeps } from '../../deps.ts'
import type { PreparedChange, Tx } from '../../implement.ts'
import type { ProjectRow } from '../../projects/row.ts'
import {
  demote,
  generate,
  promote,
  refuseRetirement,
  refuseUnready,
  requireConfirm,
  retire,
  revoke,
  rotate,
} from './key-set.ts'
import { findKey, type KeyRecord, lockKeySet, readKeys, refuseKeyLimit } from './key-store.ts'
import { refuseNeededSigner } from './needed-algorithms.ts'
import {
  auditTouched,
  nextReplacement,
  nextToSign,
  promotionOf,
  type TouchedKeys,
  type TouchingKeys,
} from './touched-keys.ts'

/** Set of the project; of the instance when the call names no project. */

interface At {
  readonly deps: HandlerDeps
  readonly caller: Administrator
  readonly project: ProjectRow | null
}

type KeySetLocation = Pick<At, 'project'>

interface KeyInput {
  readonly kid: string
}

interface ConfirmedKeyInput extends KeyInput {
  readonly confirm?: string | undefined
}

interface AlgorithmInput {
  readonly alg?: SigningKey['algorithm'] | undefined
}

interface PreparedKey extends PreparedChange {
  readonly pair: SigningKeyPair
}

interface PreparedRotation extends TouchingKeys {
  readonly pair: SigningKeyPair
}

interface PreparedRevocation extends TouchingKeys {
  /** Replaces a revoked signer when the set has no ready key. */
  readonly spare: SigningKeyPair | null
}

/** Algorithm of access tokens by default. */
const defaultAlgorithm = 'ES256'

/** A project at the root signs with the keys of the instance, which have operations of their own. */
export function keySet({ project }: KeySetLocation): string {
  if (!project) return INSTANCE_KEY_SET
  const set = keySetOf(project)
  return set === INSTANCE_KEY_SET ? refuse('instance_keys') : set
}

const lock = ({ sql }: { readonly sql: Executor }, at: At) => lockKeySet(sql, keySet(at))

const setTarget = ({ project }: KeySetLocation): string => project?.id ?? INSTANCE_KEY_SET

const target = (
  { project }: KeySetLocation,
  { kid, algorithm, state }: Pick<KeyRecord, 'kid' | 'algorithm' | 'state'>,
  touches: TouchedKeys = {},
) => ({
  touches,
  target: { id: project?.id ?? kid, kid, detail: { algorithm, state, ...touches } },
  shows: { algorithm, state },
})

export const generating = {
  async prepare(at: At, { alg = defaultAlgorithm }: AlgorithmInput) {
    await refuseKeyLimit(at.deps.database, keySet(at))
    const pair = await makeSigningKey(alg)
    // The generated key differs in each call, so an agent's confirmation covers only its algorithm.
    return {
      pair,
      target: { id: setTarget(at), kid: pair.kid, detail: { algorithm: alg } },
      shows: { algorithm: alg },
    }
  },
  async lock(tx: { readonly sql: Executor }, at: At) {
    await lock(tx, at)
    await refuseKeyLimit(tx.sql, keySet(at))
  },
  apply: ({ sql }: { readonly sql: Executor }, at: At, _input: AlgorithmInput, { pair }: PreparedKey) =>
    generate(sql, at.deps.vault, keySet(at), pair),
}

export const promoting = {
  async prepare(at: At, { kid }: KeyInput) {
    const key = await findKey(at.deps.database, keySet(at), kid)
    refuseUnready(key)
    return target(at, key, promotionOf(await readKeys(at.deps.database, keySet(at)), key))
  },
  lock,
  apply: async ({ sql }: Tx, at: At, { kid }: KeyInput, prepared: TouchingKeys) =>
    auditTouched(sql, 'promote', at, prepared, await promote(sql, keySet(at), kid)),
}

export const demoting = {
  async prepare(at: At, { kid }: KeyInput) {
    const key = await findKey(at.deps.database, keySet(at), kid)
    await refuseNeededSigner(at.deps.database, keySet(at), key)
    return target(at, key)
  },
  lock,
  apply: ({ sql }: { readonly sql: Executor }, at: At, { kid }: KeyInput) => demote(sql, keySet(at), kid),
}

export const rotating = {
  async prepare(at: At, { alg = defaultAlgorithm }: AlgorithmInput) {
    await refuseKeyLimit(at.deps.database, keySet(at))
    const [keys, pair] = await Promise.all([readKeys(at.deps.database, keySet(at)), makeSigningKey(alg)])
    const touches = { ...promotionOf(keys, nextToSign(keys, alg)), generated: pair.kid }
    const detail = { algorithm: alg, ...touches }
    // An agent's confirmation excludes the new key and the replaced keys, which differ in each call.
    return {
      pair,
      touches,
      target: { id: setTarget(at), kid: pair.kid, detail },
      shows: { algorithm: alg },
    }
  },
  lock,
  apply: async ({ sql }: Tx, at: At, _input: AlgorithmInput, prepared: PreparedRotation) =>
    auditTouched(sql, 'rotate', at, prepared, await rotate(sql, at.deps.vault, keySet(at), prepared.pair)),
}

export const retiring = {
  async prepare(at: At, { kid, confirm }: ConfirmedKeyInput) {
    const key = await findKey(at.deps.database, keySet(at), kid)
    requireConfirm(kid, confirm)
    refuseRetirement(key)
    return target(at, key)
  },
  lock,
  apply: ({ sql }: { readonly sql: Executor }, at: At, { kid }: KeyInput) => retire(sql, keySet(at), kid),
}

export const revoking = {
  async prepare(at: At, { kid, confirm }: ConfirmedKeyInput) {
    const key = await findKey(at.deps.database, keySet(at), kid)
    requireConfirm(kid, confirm)
    if (key.state === 'revoked') refuse('key_revoked')
    const spare = key.state === 'signing' ? await makeSigningKey(key.algorithm) : null
    const keys = spare ? await readKeys(at.deps.database, keySet(at)) : []
    const replacement = spare && (nextReplacement(keys, key.algorithm) ?? spare).kid
    return { spare, ...target(at, key, replacement ? { replacement } : {}) }
  },
  lock,
  apply: async ({ sql }: Tx, at: At, { kid }: KeyInput, prepared: PreparedRevocation) =>
    auditTouched(
      sql,
      'revoke',
      at,
      prepared,
      await revoke(sql, at.deps.vault, keySet(at), kid, prepared.spare),
    ),
}
