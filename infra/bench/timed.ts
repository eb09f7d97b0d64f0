import { Connection } from './connection.ts'
import { type Client, checkAnswer, textOf } from './load.ts'

export type Work = { readonly port: number; readonly client: Client } | { run(): Promise<void> }

export interface TimedResult {
  /** Milliseconds. */
  readonly times: number[]
  readonly errors: string[]
  seconds: number
}

export const worked = ({ times, seconds }: TimedResult): number => times.length / seconds

/** Closed loops of all kinds, concurrently, for `seconds`. Errors are recorded. */
export const measureTimed = (
  kinds: readonly (readonly Work[])[],
  seconds: number,
): Promise<TimedResult[]> => {
  const started = performance.now()
  return Promise.all(
    kinds.map(async (works) => {
      const timed: TimedResult = { times: [], errors: [], seconds: 0 }
      await Promise.all(works.map((work) => loop(work, timed, started + seconds * 1000)))
      timed.seconds = (performance.now() - started) / 1000
      return timed
    }),
  )
}

async function loop(work: Work, { times, errors }: TimedResult, end: number): Promise<void> {
  const requests = 'run' in work ? undefined : new Requests(work.port, work.client)
  const once = 'run' in work ? () => work.run() : () => requests?.next()
  while (performance.now() < end) {
    const begun = performance.now()
    try {
      const going = once()
      if (going === undefined) break
      await going
      times.push(performance.now() - begun)
    } catch (error) {
      errors.push(error instanceof Error ? error.message : String(error))
      requests?.reconnect()
    }
  }
  requests?.close()
}

class Requests {
  readonly #port: number
  readonly #client: Client
  #connection: Connection

  constructor(port: number, client: Client) {
    this.#port = port
    this.#client = client
    this.#connection = new Connection(port)
  }

  /** Undefined when no request is left. */
  next(): Promise<void> | undefined {
    const shot = this.#client.next()
    return shot && this.#connection.send(textOf(shot)).then((answer) => checkAnswer(this.#client, answer))
  }

  reconnect(): void {
    this.#connection.close()
    this.#connection = new Connection(this.#port)
  }

  close(): void {
    this.#connection.close()
  }
}
