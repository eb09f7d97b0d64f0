import { type DestinationStream, type Logger, pino } from 'pino'
import { logToStandardOutput } from './log-stream.ts'

export type { Logger }

/**
 * Only named fields are logged: requests appear as method, route template, status and duration, never with bodies, headers or query
 * strings, so that nothing needs redaction.
 * @param destination Default: stdout, a tenth of a second later
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
