import { type Logger, pino } from 'pino'

export type { Logger }

/**
 * Structured logs on stdout. Only named fields are ever logged (R19): requests appear as method, route template,
 * status and duration, never with bodies, headers or query strings, so there is nothing to redact afterwards.
 */
export const createLogger = (service: string, level: string): Logger =>
  pino({ level, base: { service }, timestamp: pino.stdTimeFunctions.isoTime, messageKey: 'message' })
