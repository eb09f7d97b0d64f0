import type { Ledger, Outcome } from '../ledger.ts'

/** What came back; `body` is text that may not be what was asked for. */
export interface Answer {
  readonly outcome: Outcome
  readonly status: number
  readonly body: string
}

export interface Message {
  readonly method?: string
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: string
  /** Statuses that are no failure of this request. */
  readonly expected?: readonly number[]
}

/** As a patient caller waits. */
export const patienceMs = 12_000

/** The clock of the laboratory. */
export const now = (): number => performance.now()

/**
 * 503 and gateway errors leave open what happened: a database may have committed what it could not answer any more. Only a
 * refusal that names its reason is one.
 */
export const outcomeOf = (status: number): Outcome =>
  status >= 200 && status < 400 ? 'done' : status >= 400 && status < 500 ? 'refused' : 'unknown'

/** Sends one request through the edge and notes how it ended. */
export async function send(ledger: Ledger, kind: string, url: string, message: Message): Promise<Answer> {
  const { expected = [], ...init } = message
  const at = now()
  const read = await fetch(url, {
    ...init,
    redirect: 'manual',
    signal: AbortSignal.timeout(patienceMs),
  }).then(
    async (response) => ({
      status: response.status,
      body: (await response.text()) || (response.headers.get('x-balancer') ?? ''),
    }),
    (error: Error) => ({ status: 0, body: error.message }),
  )
  const outcome = outcomeOf(read.status)
  const noted = expected.includes(read.status) ? 'done' : outcome
  ledger.requests.push({
    kind,
    at,
    milliseconds: now() - at,
    status: read.status,
    outcome: noted,
    ...(noted === 'done' ? {} : { detail: read.body.slice(0, 120) }),
  })
  return { ...read, outcome }
}

export const form = (authorization: string, fields: Readonly<Record<string, string>>): Message => ({
  method: 'POST',
  headers: { authorization, 'content-type': 'application/x-www-form-urlencoded' },
  body: new URLSearchParams(fields).toString(),
})

/** A field of a JSON answer, where it is one. */
export function fieldOf(body: string, name: string): string | undefined {
  try {
    const value = (JSON.parse(body) as Record<string, unknown>)[name]
    return typeof value === 'string' ? value : undefined
  } catch {
    return undefined
  }
}
