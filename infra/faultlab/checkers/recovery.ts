import type { Ledger, SentRequest } from '../ledger.ts'

export interface Window {
  readonly began: number
  readonly ended: number
}

/** Milliseconds from the end of the cause to the last failure, of the slowest kind of request; Infinity without a later success. */
export function recoveryTime(
  { requests }: Ledger,
  { ended }: Window,
): { kind: string; milliseconds: number } {
  const times = ofEachKind(requests).map((ofKind) => {
    const kind = ofKind[0]?.kind ?? ''
    const failed = ofKind.filter(({ outcome, at }) => outcome !== 'done' && at < ended + graceMs)
    const last = failed.reduce((latest, request) => Math.max(latest, endOf(request)), 0)
    if (last <= ended) return { kind, milliseconds: 0 }
    const isBack = ofKind.some(({ outcome, at }) => outcome === 'done' && at > last)
    return { kind, milliseconds: isBack ? last - ended : Number.POSITIVE_INFINITY }
  })
  const none = { kind: 'none', milliseconds: 0 }
  return times.reduce((slowest, one) => (one.milliseconds > slowest.milliseconds ? one : slowest), none)
}

/** Milliseconds, of one kind of request until a success. */
export function longestOutage({ requests }: Ledger, { began, ended }: Window): number {
  const outages = ofEachKind(requests).flatMap((ofKind) => {
    const during = ofKind.filter((request) => endOf(request) >= began && request.at < ended + graceMs)
    let since: number | undefined
    return during.map((request) => {
      if (request.outcome !== 'done') since ??= request.at
      else if (since !== undefined && request.at > since) {
        const outage = endOf(request) - since
        since = undefined
        return outage
      }
      return 0
    })
  })
  return Math.max(0, ...outages)
}

/** Failures that begin later after the end have another cause. */
const graceMs = 30_000

const endOf = ({ at, milliseconds }: SentRequest): number => at + milliseconds

function ofEachKind(requests: readonly SentRequest[]): SentRequest[][] {
  const kinds = Map.groupBy(requests, ({ kind }) => kind)
  return [...kinds.values()].map((ofKind) => ofKind.toSorted((a, b) => a.at - b.at))
}

const slack = 500

export const slowRequests = (
  { requests }: Ledger,
  { began, ended }: Window,
  limitMs: number,
): SentRequest[] =>
  requests.filter(
    (request) =>
      request.at >= began &&
      request.at <= ended &&
      request.milliseconds > limitMs + slack &&
      request.status !== 0,
  )

export const describeRequest = ({ kind, status, milliseconds, detail = '' }: SentRequest): string =>
  `${kind}, status ${status}, after ${Math.round(milliseconds)} ms ${detail}`

export const failures = ({ requests }: Ledger, { began, ended }: Window): SentRequest[] =>
  requests.filter((request) => endOf(request) >= began && request.at <= ended && request.outcome !== 'done')
