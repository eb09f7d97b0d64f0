import type { Ledger, Outcome } from '../ledger.ts'

/** `body` is text of any format. */
export interface Answer {
  readonly outcome: Outcome
  readonly status: number
  readonly body: string
}

export interface Message {
  readonly method?: string
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: string
  /** Not counted as failures of this request. */
  readonly expected?: readonly number[]
}

/** Milliseconds. */
export const patienceMs = 12_000

export const now = (): number => performance.now()

/**
 * 503 and gateway errors leave the outcome open, because the database may have committed before it failed. Only 4xx is a rejection.
 */
export const outcomeOf = (status: number): Outcome =>
  status >= 200 && status < 400 ? 'done' : status >= 400 && status < 500 ? 'refused' : 'unknown'

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

/** Undefined for another body than JSON. */
export function fieldOf(body: string, name: string): string | undefined {
  try {
    const value = (JSON.parse(body) as Record<string, unknown>)[name]
    return typeof value === 'string' ? value : undefined
  } catch {
    return undefined
  }
}
