import { buildVersion } from './build.ts'
import type { Logger } from './logger.ts'

export interface Closable {
  readonly name: string
  close(): Promise<unknown>
}

/** Milliseconds after which a stopping process exits regardless. */
const forcedAfterMs = 25_000

/**
 * Closes components in the given order, once, on SIGTERM or SIGINT: first those that accept work, last the database. A second signal or
 * 25 s end the process immediately.
 */
export function stopGracefully(
  logger: Logger,
  closables: readonly Closable[],
): { readonly stopping: boolean } {
  const state = { stopping: false }
  const stop = async (signal: string) => {
    if (state.stopping) process.exit(1)
    state.stopping = true
    logger.info({ signal }, 'stopping')
    setTimeout(() => process.exit(1), forcedAfterMs).unref()
    for (const closable of closables)
      await closable
        .close()
        .catch((error) => logger.error({ err: error, part: closable.name }, 'did not close cleanly'))
    process.exit(0)
  }
  process.on('SIGTERM', stop)
  process.on('SIGINT', stop)
  return state
}

/** Prints the version with `--version`. A failure to start prints one sentence on stderr and sets a non-zero exit code. */
export async function runMain(main: () => Promise<void>): Promise<void> {
  if (process.argv[2] === '--version') return void process.stdout.write(`${buildVersion}\n`)
  try {
    await main()
  } catch (error) {
    process.stderr.write(`${sentenceOf(error)}\n`)
    if (process.env.LOG_LEVEL === 'debug' && error instanceof Error) process.stderr.write(`${error.stack}\n`)
    process.exit(1)
  }
}

function sentenceOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  const { message, cause } = error
  return cause instanceof Error ? `${message.replace(/\.$/, '')}: ${cause.message || cause.name}.` : message
}
