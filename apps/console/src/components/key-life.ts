import type { SigningKey } from '@signet/contracts'

const day = 86_400_000

/** Longest time after which a signing key should be replaced. */
const rotationMilliseconds = 365 * day

export const isReady = ({ state, promotableAt }: SigningKey): boolean =>
  state === 'published' && promotableAt !== null && Date.parse(promotableAt) <= Date.now()

/** A key that signed before may sign again immediately; a new key only after its publication window. */
export const mayBePromoted = (key: SigningKey): boolean =>
  isReady(key) || (key.state === 'published' && key.promotableAt === null)

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

interface PhasePart {
  readonly kind: Phase['kind']
  readonly from: number
  readonly to: number
  readonly isFuture: boolean
}

/** Returns the past and the future part of each phase. The earliest is last, so that a later phase does not cover a short one. */
export const partsOf = (phases: readonly Phase[], axis: Axis, now: number): readonly PhasePart[] =>
  phases
    .flatMap(({ kind, from, to }) => {
      const end = to ?? axis.to
      return [
        { kind, from, to: Math.min(end, now), isFuture: false },
        { kind, from: Math.max(from, now), to: end, isFuture: true },
      ]
    })
    .filter(({ from, to }) => to > from)
    .toReversed()

export interface Axis {
  readonly from: number
  readonly to: number
  readonly ticks: readonly number[]
}

const steps = [7 * day, 14 * day, 30 * day, 91 * day, 182 * day]
const mostTicks = 4
const longestStep = 365 * day
const leastSpan = 30 * day

/** Returns one axis for all keys: from the first creation to the last known time or the next rotation, and at least 30 days. */
export function axisOf(keys: readonly SigningKey[], now: number): Axis {
  const due = rotationDue(keys)
  const known = keys.flatMap((key) => [
    ...(due === null ? [] : [due]),
    now,
    Date.parse(key.createdAt),
    ...[key.promotableAt, key.signedUntil, key.removableAt].flatMap((at) => timeOf(at) ?? []),
  ])
  const from = Math.min(...known)
  const last = Math.max(from + leastSpan, ...known)
  const to = last + (last - from) / 8
  const step = steps.find((each) => (to - from) / each <= mostTicks) ?? longestStep
  // Local midnights, because the labels are local times.
  const offset = new Date(from).getTimezoneOffset() * 60_000
  const first = Math.ceil((from - offset) / step) * step + offset
  return {
    from,
    to,
    ticks: Array.from(
      { length: Math.max(0, Math.ceil((to - first) / step)) },
      (_, index) => first + index * step,
    ),
  }
}

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
