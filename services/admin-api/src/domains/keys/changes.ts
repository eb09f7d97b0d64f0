import type { SigningKey } from '@signet/contracts'
import type { Executor } from '@signet/db'
import { INSTANCE_KEY_SET } from '@signet/db/key-set'
import { refuse } from '@signet/runtime'
import { makeSigningKey, type SigningKeyPair } from '@signet/secrets'
import { keySetOf } from '@signet/tenancy'
import type { HandlerDeps } from '../../deps.ts'
import type { Prepared } from '../../implement.ts'
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
import { findKey, type KeyRecord, lockKeySet, refuseKeyLimit } from './key-store.ts'
import { refuseNeededSigner } from './needed-algorithms.ts'

/** The six changes of a key set: the instance's where the call names no project, otherwise the project's. */

interface At {
  readonly deps: HandlerDeps
  readonly project: ProjectRow | null
}

interface Of {
  readonly kid: string
}

interface Confirmed extends Of {
  readonly confirm?: string | undefined
}

interface OfAlgorithm {
  readonly alg?: SigningKey['algorithm'] | undefined
}

interface Made extends Prepared {
  readonly pair: SigningKeyPair
}

interface Spared extends Prepared {
  /** Takes over from a revoked signer when no key of the set is ready. */
  readonly spare: SigningKeyPair | null
}

/** What a key is made for when nothing is said: what access tokens are signed with unless told. */
const defaultAlgorithm = 'ES256'

/** A project served at the root signs with the instance's keys, which have operations of their own. */
export function keySet({ project }: Pick<At, 'project'>): string {
  if (!project) return INSTANCE_KEY_SET
  const set = keySetOf(project)
  return set === INSTANCE_KEY_SET ? refuse('instance_keys') : set
}

const lock = ({ sql }: { readonly sql: Executor }, at: At) => lockKeySet(sql, keySet(at))

const setTarget = ({ project }: At): string => project?.id ?? INSTANCE_KEY_SET

/** The entry names the key, and the project where the set is one's. */
const target = (
  { project }: At,
  { kid, algorithm, state }: Pick<KeyRecord, 'kid' | 'algorithm' | 'state'>,
) => ({
  target: { id: project?.id ?? kid, kid, detail: { algorithm, state } },
  shows: { algorithm, state },
})

export const generating = {
  async prepare(at: At, { alg = defaultAlgorithm }: OfAlgorithm) {
    await refuseKeyLimit(at.deps.database, keySet(at))
    const pair = await makeSigningKey(alg)
    // The key itself is another one each time: what an agent confirms is only that one is made.
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
  apply: ({ sql }: { readonly sql: Executor }, at: At, _input: OfAlgorithm, { pair }: Made) =>
    generate(sql, at.deps.vault, keySet(at), pair),
}

export const promoting = {
  async prepare(at: At, { kid }: Of) {
    const key = await findKey(at.deps.database, keySet(at), kid)
    refuseUnready(key)
    return target(at, key)
  },
  lock,
  apply: ({ sql }: { readonly sql: Executor }, at: At, { kid }: Of) => promote(sql, keySet(at), kid),
}

export const demoting = {
  async prepare(at: At, { kid }: Of) {
    const key = await findKey(at.deps.database, keySet(at), kid)
    await refuseNeededSigner(at.deps.database, keySet(at), key)
    return target(at, key)
  },
  lock,
  apply: ({ sql }: { readonly sql: Executor }, at: At, { kid }: Of) => demote(sql, keySet(at), kid),
}

export const rotating = {
  async prepare(at: At, { alg = defaultAlgorithm }: OfAlgorithm) {
    await refuseKeyLimit(at.deps.database, keySet(at))
    return { pair: await makeSigningKey(alg), target: { id: setTarget(at), detail: { algorithm: alg } } }
  },
  lock,
  apply: ({ sql }: { readonly sql: Executor }, at: At, _input: OfAlgorithm, { pair }: Made) =>
    rotate(sql, at.deps.vault, keySet(at), pair),
}

export const retiring = {
  async prepare(at: At, { kid, confirm }: Confirmed) {
    const key = await findKey(at.deps.database, keySet(at), kid)
    requireConfirm(kid, confirm)
    refuseRetirement(key)
    return target(at, key)
  },
  lock,
  apply: ({ sql }: { readonly sql: Executor }, at: At, { kid }: Of) => retire(sql, keySet(at), kid),
}

export const revoking = {
  async prepare(at: At, { kid, confirm }: Confirmed) {
    const key = await findKey(at.deps.database, keySet(at), kid)
    requireConfirm(kid, confirm)
    if (key.state === 'revoked') refuse('key_revoked')
    const spare = key.state === 'signing' ? await makeSigningKey(key.algorithm) : null
    return { spare, ...target(at, key) }
  },
  lock,
  apply: ({ sql }: { readonly sql: Executor }, at: At, { kid }: Of, { spare }: Spared) =>
    revoke(sql, at.deps.vault, keySet(at), kid, spare),
}
