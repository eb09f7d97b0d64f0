import { hostname } from 'node:os'
import { setTimeout as pause } from 'node:timers/promises'
import type { ErrorCode } from '@signet/contracts'
import { type OriginLevel, originAt } from './fault-origin.ts'
import { fingerprintOf, framesOf, scrubbed } from './fault-text.ts'
import { newReference } from './ids.ts'
import type { Logger } from './logger.ts'
import { count } from './metrics/registry.ts'
import { noteRequest, requestContext } from './request-context.ts'

/** Never the content of the request. */
export interface FaultPlace {
  /** Template, never the requested address. */
  readonly route?: string | null | undefined
  readonly surface?: string | null
  readonly status?: number
  readonly clientId?: string | null
  readonly actor?: string | null
  readonly requestId?: string | null
  /** Reduced as configured by errorStore.originCaptureLevel. */
  readonly origin?: string | null
  readonly errorCode?: ErrorCode
}

export interface FaultOccurrence {
  readonly fingerprint: string
  readonly errorCode: string
  readonly message: string
  readonly stack: string | null
  readonly route: string | null
  readonly surface: string | null
  readonly service: string
  readonly status: number | null
  readonly clientId: string | null
  readonly actor: string | null
  readonly reference: string
  readonly at: string
  readonly requestId: string | null
  readonly release: string | null
  readonly instance: string | null
  readonly origin: string | null
}

/** Rejections of both methods mean that delivery failed; they are then retried. */
export interface FaultTransport {
  send(occurrence: FaultOccurrence): Promise<void>
  /** Occurrences dropped since the last report; a repeat has the same id. */
  sendDropped(id: string, count: number): Promise<void>
  /** Called when a retry before the end of the pause is useful. */
  onReady?(listener: () => void): void
}

export interface Faults {
  /** Logs a defect, keeps it for the error store and returns its reference; the same error is captured once. */
  capture(error: unknown, place?: FaultPlace): string
  /** Sends the waiting occurrences once more, for at most 2 s. */
  close(): Promise<void>
}

interface FaultsOptions {
  readonly service: string
  readonly logger: Logger
  readonly transport: FaultTransport
  /** Setting errorStore.queueDepth; further occurrences are counted as dropped. */
  readonly queueDepth: number
  readonly release?: string
  /** Setting errorStore.originCaptureLevel; without it, or if it cannot be read, no address is stored. */
  readonly originLevel?: () => Promise<OriginLevel>
  /** After the first, second… failed attempt; the last one repeats. Milliseconds. */
  readonly backoffMs?: readonly number[]
}

const closeWithinMs = 2_000

/** Capturing only writes to memory, and a background task sends. */
export function createFaults({
  service,
  logger,
  transport,
  queueDepth,
  release,
  originLevel = async () => 'omitted',
  backoffMs = [500, 2_000, 10_000, 30_000],
}: FaultsOptions): Faults {
  const waiting: FaultOccurrence[] = []
  const references = new WeakMap<object, string>()
  const stop = new AbortController()
  let dropped = 0
  let report: { readonly id: string; readonly count: number } | null = null
  let sending: Promise<void> | null = null
  let waking = new AbortController()
  transport.onReady?.(() => waking.abort())

  function capture(error: unknown, place: FaultPlace = {}): string {
    const known = error instanceof Error ? references.get(error) : undefined
    if (known) return known
    const reference = newReference()
    if (error instanceof Error) references.set(error, reference)
    const requestId = requestContext()?.id
    logger.error(
      { err: error, reference, route: place.route ?? undefined, id: requestId },
      'unexpected error',
    )
    noteRequest({ cause: reference })
    count('signet_faults_total', {})
    if (waiting.length < queueDepth) waiting.push(occurrence(error, place, reference))
    else {
      dropped += 1
      count('signet_faults_dropped_total', {})
    }
    sending ??= sendAll().finally(() => {
      sending = null
    })
    return reference
  }

  function occurrence(error: unknown, place: FaultPlace, reference: string): FaultOccurrence {
    const { errorCode = 'internal', route = null, surface = null, status = 500 } = place
    const name = error instanceof Error ? error.name : typeof error
    const stack = framesOf(error)
    const message = scrubbed(error instanceof Error ? error.message : String(error))
    return {
      fingerprint: fingerprintOf(service, errorCode, route, name, stack ?? message),
      errorCode,
      message: `${name}: ${message}`,
      stack,
      route,
      surface,
      service,
      status,
      clientId: place.clientId ?? null,
      actor: place.actor ?? null,
      reference,
      at: new Date().toISOString(),
      requestId: place.requestId ?? requestContext()?.id ?? null,
      release: release ?? null,
      instance: hostname(),
      origin: place.origin ?? null,
    }
  }

  async function sendAll(): Promise<void> {
    for (let failures = 0; waiting.length > 0 || dropped > 0; )
      try {
        await sendNext()
        failures = 0
      } catch {
        if (stop.signal.aborted) return
        const delay = backoffMs[Math.min(failures, backoffMs.length - 1)] ?? 1_000
        failures += 1
        waking = new AbortController()
        const signal = AbortSignal.any([stop.signal, waking.signal])
        await pause(delay, undefined, { ref: false, signal }).catch(() => undefined)
      }
  }

  /** Removes an occurrence from the queue only after delivery, so that the number of occurrences is exact. */
  async function sendNext(): Promise<void> {
    const [first] = waiting
    if (first) {
      const level = await originLevel().catch((): OriginLevel => 'omitted')
      await transport.send({ ...first, origin: originAt(level, first.origin) })
      waiting.shift()
      return
    }
    report ??= { id: newReference(), count: dropped }
    await transport.sendDropped(report.id, report.count)
    dropped -= report.count
    report = null
  }

  return {
    capture,
    async close() {
      stop.abort()
      await Promise.race([sending, pause(closeWithinMs, undefined, { ref: false })])
      const lost = waiting.length + dropped
      if (lost > 0) logger.error({ lost }, 'faults could not be sent before the process ended')
    },
  }
}
