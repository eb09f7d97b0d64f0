import { type DestinationStream, type Logger, pino } from 'pino'
import { logToStandardOutput } from './log-stream.ts'

export type { Logger }

/**
 * Structured logs on stdout. Only named fields are ever logged (R19): requests appear as method, route template,
 * status and duration, never with bodies, headers or query strings, so there is nothing to redact afterwards.
 * @param destination Default: stdout, a tenth of a second later.
 */
export const createLogger = (
  service: string,
  level: string,
  destination: DestinationStream = logToStandardOutput(),
): Logger =>
  pino(
    { level, base: { service }, timestamp: pino.stdTimeFunctions.isoTime, messageKey: 'message' },
    destination,
  )
