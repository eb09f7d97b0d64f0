import { randomUUID } from 'node:crypto'

/** W3C Trace Context, level 1, with the sampling decision of the origin. */
export interface TraceContext {
  readonly traceId: string
  readonly flags: string
}

const form = /^00-([\da-f]{32})-([\da-f]{16})-([\da-f]{2})$/
const zeros = /^0+$/

/** Undefined for an invalid header: the trace then begins here (3.2.2). */
export function readTraceparent(header: string | undefined): TraceContext | undefined {
  if (header === undefined) return undefined
  const [, traceId, parentId, flags] = form.exec(header) ?? []
  if (!traceId || !parentId || !flags || zeros.test(traceId) || zeros.test(parentId)) return undefined
  return { traceId, flags }
}

/** The end of a UUID is random, and Node.js generates UUIDs in advance. */
export const traceparentOf = ({ traceId, flags }: TraceContext): string =>
  `00-${traceId}-${randomUUID().replaceAll('-', '').slice(-16)}-${flags}`
