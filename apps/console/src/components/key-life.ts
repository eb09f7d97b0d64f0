import type { SigningKey } from '@signet/contracts'

const day = 86_400_000

/** Longest time after which a signing key should be replaced. */
const rotationMilliseconds = 365 * day

export const isReady = ({ state, promotableAt }: SigningKey): boolean =>
  state === 'published' && promotableAt !== null && Date.parse(promotableAt) <= Date.now()

/** A key that signed before may sign again immediately; a new key only after its publication window. */
export const mayBePromoted = (key: SigningKey): boolean =>
  isReady(key) || (key.state === 'published' && key.promotableAt === null)

export interface RotationState {
  readonly algorithm: string
  readonly signing: SigningKey | undefined
  /** The oldest published key that never signed, which a rotation promotes after its publication window. */
  readonly next: SigningKey | undefined
}

/** Returns the signing and the next key of each algorithm with a key that signs or can sign. */
export function rotationStates(keys: readonly SigningKey[]): readonly RotationState[] {
  const oldest = keys.toSorted((one, other) => Date.parse(one.createdAt) - Date.parse(other.createdAt))
  const waits = ({ state, promotableAt }: SigningKey): boolean =>
    state === 'published' && promotableAt !== null
  const current = oldest.filter((key) => key.state === 'signing' || waits(key))
  return [...new Set(current.map(({ algorithm }) => algorithm))].map((algorithm) => {
    const own = current.filter((key) => key.algorithm === algorithm)
    return { algorithm, signing: own.find(({ state }) => state === 'signing'), next: own.find(waits) }
  })
}

/** A part of the life of a key. Without an end it continues until an administrator changes the key. */
export interface Phase {
  readonly kind: 'published' | 'signs' | 'verifies'
  readonly from: number
  readonly to: number | null
}

const timeOf = (at: string | null): number | null => (at === null ? null : Date.parse(at))

/** Returns the parts of the life of a key, in their order. */
export function phasesOf(key: SigningKey): readonly Phase[] {
  const created = Date.parse(key.createdAt)
  const [since, until, end] = [key.signingSince, key.signedUntil, key.removableAt].map(timeOf)
  if (since === null || since === undefined) return [{ kind: 'published', from: created, to: end ?? null }]
  const published: readonly Phase[] = since > created ? [{ kind: 'published', from: created, to: since }] : []
  const signs: Phase = { kind: 'signs', from: since, to: until ?? null }
  if (until === null || until === undefined) return [...published, signs]
  return [...published, signs, { kind: 'verifies', from: until, to: end ?? null }]
}

/** A part of a track: signing after the due rotation is overdue until now; later the next key should sign. */
export type PartKind = Phase['kind'] | 'overdue' | 'next'

interface PhasePart {
  readonly kind: PartKind
  readonly from: number
  readonly to: number
}

/** Returns the parts of the track of a key. The earliest part is last, so that a later part does not cover a short one. */
export function partsOf(key: SigningKey, axis: Axis, now: number): readonly PhasePart[] {
  const due = rotationDue([key])
  return phasesOf(key)
    .flatMap(({ kind, from, to }): readonly PhasePart[] => {
      if (kind !== 'signs' || due === null) return [{ kind, from, to: to ?? axis.to }]
      return [
        { kind, from, to: due },
        { kind: 'overdue', from: due, to: now },
        { kind: 'next', from: Math.max(due, now), to: axis.to },
      ]
    })
    .filter(({ from, to }) => to > from)
    .toReversed()
}

export interface Axis {
  readonly from: number
  readonly to: number
  readonly ticks: readonly number[]
  /** Length of the labels of the ticks. */
  readonly unit: 'shortDay' | 'month'
}

/** Intervals between the labels of the axis: weeks of a short axis, otherwise months of a year. */
const weeksOfTick = 7 * day
const monthsOfTick = [1, 3, 6, 12]
const monthMilliseconds = 30 * day
const mostTicks = 6
const leastSpan = 30 * day

/** Returns one axis for all keys: from the first creation until after the last known time or rotation, and at least 30 days. */
export function axisOf(keys: readonly SigningKey[], now: number): Axis {
  const known = keys.flatMap((key) => [
    rotationDue([key]) ?? now,
    now,
    Date.parse(key.createdAt),
    ...[key.promotableAt, key.signedUntil, key.removableAt].flatMap((at) => timeOf(at) ?? []),
  ])
  const from = Math.min(...known)
  const last = Math.max(from + leastSpan, ...known)
  const to = last + (last - from) / 8
  return { from, to, ...ticksOf(from, to) }
}

/** The ticks are calendar days and months of UTC, as their labels are. */
function ticksOf(from: number, to: number): Pick<Axis, 'ticks' | 'unit'> {
  if (to - from <= mostTicks * weeksOfTick) {
    const first = Math.ceil(from / weeksOfTick) * weeksOfTick
    return { unit: 'shortDay', ticks: until(to, (index) => first + index * weeksOfTick) }
  }
  const months = (to - from) / monthMilliseconds
  const step =
    monthsOfTick.find((each) => months / each <= mostTicks) ?? 12 * Math.ceil(months / 12 / mostTicks)
  const begin = new Date(from)
  const first = (Math.floor(begin.getUTCMonth() / step) + 1) * step
  return {
    unit: 'month',
    ticks: until(to, (index) => Date.UTC(begin.getUTCFullYear(), first + index * step)),
  }
}

/** Returns the ticks before an end; one more than the limit may begin within the axis. */
const until = (to: number, tickAt: (index: number) => number): number[] =>
  Array.from({ length: mostTicks + 1 }, (_, index) => tickAt(index)).filter((tick) => tick < to)

/** Returns the time by which the signing key that is longest in use should be replaced; null without a signing key. */
export function rotationDue(keys: readonly SigningKey[]): number | null {
  const since = keys.flatMap(({ state, signingSince }) =>
    state === 'signing' ? (timeOf(signingSince) ?? []) : [],
  )
  return since.length === 0 ? null : Math.min(...since) + rotationMilliseconds
}

/** A rotation later than this has no notice. */
const noticeMilliseconds = 30 * day

export const isRotationNear = (due: number, now: number): boolean => due - now < noticeMilliseconds
