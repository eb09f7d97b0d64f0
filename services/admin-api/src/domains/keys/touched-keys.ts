import { isDeepStrictEqual } from 'node:util'
import { operations } from '@signet/contracts'
import type { AuditedTx } from '@signet/db'
import { recordAudit } from '@signet/events'
import { toRecord } from '../../audit-record.ts'
import type { Administrator } from '../../caller.ts'
import type { PreparedChange } from '../../implement.ts'
import type { ProjectRow } from '../../projects/row.ts'
import type { KeyRecord } from './key-store.ts'

export interface TouchedKeys {
  readonly promoted?: string
  readonly demoted?: string
  readonly generated?: string
  readonly replacement?: string
}

export const nextToSign = (keys: readonly KeyRecord[], algorithm: string): KeyRecord | undefined =>
  waitingToSign(keys, algorithm).find(({ ready }) => ready)

/** Published keys that never signed, the oldest first. */
export const waitingToSign = (keys: readonly KeyRecord[], algorithm: string): KeyRecord[] =>
  keys.filter((key) => key.algorithm === algorithm && key.state === 'published' && !key.signingSince)

/** Returns the oldest ready key, with keys that never signed first. */
export function nextReplacement(keys: readonly KeyRecord[], algorithm: string): KeyRecord | undefined {
  const ready = keys.filter((key) => key.algorithm === algorithm && key.state === 'published' && key.ready)
  return ready.find(({ signingSince }) => !signingSince) ?? ready[0]
}

export function promotionOf(
  keys: readonly KeyRecord[],
  next: Pick<KeyRecord, 'kid' | 'algorithm'> | undefined,
): TouchedKeys {
  if (!next) return {}
  const signer = keys.find((key) => key.algorithm === next.algorithm && key.state === 'signing')
  return { promoted: next.kid, ...(signer ? { demoted: signer.kid } : {}) }
}

const members = ['promoted', 'demoted', 'generated', 'replacement'] as const

type Answer = Readonly<Partial<Record<(typeof members)[number], { readonly kid: string } | null | undefined>>>

const touchedIn = (answer: Answer): TouchedKeys =>
  Object.fromEntries(
    members.flatMap((member) => {
      const kid = answer[member]?.kid
      return kid === undefined ? [] : [[member, kid]]
    }),
  )

interface At {
  readonly caller: Administrator
  readonly project: ProjectRow | null
}

/** A change whose committed audit entry names the keys that it will touch. */
export interface TouchingKeys extends PreparedChange {
  readonly touches: TouchedKeys
}

const keyOperations = {
  promote: [operations.jwks_promote, operations.project_key_promote],
  rotate: [operations.jwks_rotate, operations.project_key_rotate],
  revoke: [operations.jwks_revoke, operations.project_key_revoke],
} as const

/** Writes a second entry when a concurrent change made this change touch other keys than its entry names. */
export async function auditTouched<Made extends Answer>(
  tx: AuditedTx,
  change: keyof typeof keyOperations,
  { caller, project }: At,
  { touches, target }: TouchingKeys,
  answer: Made,
): Promise<Made> {
  const touched = touchedIn(answer)
  if (isDeepStrictEqual(touched, touches)) return answer
  const [ofInstance, ofProject] = keyOperations[change]
  const detail = { ...target.detail, ...Object.fromEntries(members.map((name) => [name, touched[name]])) }
  await recordAudit(tx, toRecord(project ? ofProject : ofInstance, caller, project, { ...target, detail }))
  return answer
}
