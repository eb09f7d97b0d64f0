import { setTimeout as pause } from 'node:timers/promises'
import { Unavailable } from './errors.ts'

/** The supervisor then starts the process again. */
const waitMs = 300_000
const everyMs = 500

/** Rejected login and missing database: waiting does not help. */
const wrongAddress = new Set(['28P01', '28000', '3D000'])

/**
 * Repeats the first reads of a process until PostgreSQL returns all of them, so that both can start at the same time and an outage
 * stops no service for good.
 * @param warn receives one sentence when the first attempt fails
 * @throws Unavailable after five minutes, or immediately after a rejected login; each other error of the reads
 */
export async function waitForDatabase<Result>(
  reads: () => Promise<Result>,
  warn: (sentence: string) => void,
): Promise<Result> {
  const endsAt = performance.now() + waitMs
  for (let attempt = 1; ; attempt += 1)
    try {
      return await reads()
    } catch (error) {
      if (!(error instanceof Unavailable) || !canPass(error) || performance.now() > endsAt) throw error
      if (attempt === 1)
        warn(`PostgreSQL is not available (${reasonOf(error)}): waiting for up to 5 minutes.`)
      await pause(everyMs)
    }
}

const canPass = ({ cause }: Unavailable): boolean =>
  !wrongAddress.has((cause as { code?: string } | undefined)?.code ?? '')

/** An error with several addresses has only a code. */
function reasonOf({ cause, message }: Unavailable): string {
  if (!(cause instanceof Error)) return message
  return cause.message || (cause as { code?: string }).code || message
}
