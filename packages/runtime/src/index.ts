export { buildVersion } from './build.ts'
export * from './client-address.ts'
export * from './config.ts'
export { Deadlines, notCounted, remainingMs, waitsMs } from './deadline.ts'
export * from './environment.ts'
export type { OriginLevel } from './fault-origin.ts'
export * from './faults.ts'
export * from './health.ts'
export * from './ids.ts'
export { runMain } from './lifecycle.ts'
export * from './logger.ts'
export { catalogue as metricsCatalogue } from './metrics/catalogue.ts'
export { collectProcessMetrics, count, noteSuccess, observe, scrape, watch } from './metrics/registry.ts'
export { serveMetrics } from './metrics/server.ts'
export * from './plain-address.ts'
export type { Check, Checks, SeldomCheck } from './readiness.ts'
export * from './refusal.ts'
export {
  inRequest,
  noteRequest,
  outsideRequests,
  type RequestContext,
  requestContext,
  traceHeaders,
  traceOf,
} from './request-context.ts'
export { startService } from './service.ts'
export { readTraceparent } from './trace-context.ts'
