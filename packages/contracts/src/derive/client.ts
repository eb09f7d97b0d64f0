import { preferHeader, strictHandling } from '../agent-arguments.ts'
import { confirmationHeader } from '../confirmation.ts'
import { errorCatalogue, type Problem, problemType } from '../errors.ts'
import type { AnswerOf, Operation, RequestOf } from '../operation.ts'
import { type OperationName, type Operations, operations } from '../registry.ts'
import { placementOf } from './placement.ts'

export class ProblemError extends Error {
  readonly problem: Problem
  constructor(problem: Problem) {
    super(`${problem.status} ${problem.code}: ${problem.detail}`)
    this.name = 'ProblemError'
    this.problem = problem
  }
}

export type Send = (
  address: string,
  init: Pick<HttpRequest, 'method' | 'headers'> & { readonly body?: string },
) => Promise<Pick<Response, 'ok' | 'status' | 'text'>>

export interface ClientOptions {
  /** `/admin/api` included. */
  readonly baseUrl: string
  readonly fetch?: Send
  readonly headers?: Readonly<Record<string, string>> | (() => Readonly<Record<string, string>>)
}

export interface CallOptions {
  /** Confirms the repeated call of a bearer token. */
  readonly confirmation?: string
  readonly headers?: Readonly<Record<string, string>>
}

export interface HttpRequest {
  readonly method: string
  /** Relative to the base address, query included. */
  readonly path: string
  readonly body: string | undefined
  readonly headers: Readonly<Record<string, string>>
}

/** Path segments that URLs resolve, percent-encoded or not: they would reach another operation, and cannot be ids. */
const unsendable = new Set(['', '.', '..'])

function segment(value: unknown): string {
  const text = String(value ?? '')
  if (!unsendable.has(text)) return encodeURIComponent(text)
  const { status, title, remedy } = errorCatalogue.not_found
  throw new ProblemError({ type: problemType('not_found'), title, status, detail: remedy, code: 'not_found' })
}

/**
 * Used by the client and the gateway.
 * @throws ProblemError (not_found) for a path parameter that cannot be sent
 */
export function httpRequestOf(
  operation: Operation,
  input: Readonly<Record<string, unknown>>,
  confirmation?: string,
): HttpRequest {
  const { method, path, params, fieldsIn } = placementOf(operation)
  const filled = path.replace(/:(\w+)/g, (_, name: string) => segment(input[name]))
  const given = Object.entries(input).filter(([name, value]) => !params.includes(name) && value !== undefined)
  const headers = {
    accept: 'application/json',
    ...(fieldsIn === 'body' ? { 'content-type': 'application/json' } : {}),
    ...(confirmation === undefined ? {} : { [confirmationHeader]: confirmation }),
  }
  if (fieldsIn === 'body')
    return { method, path: filled, body: JSON.stringify(Object.fromEntries(given)), headers }
  if (given.length === 0) return { method, path: filled, body: undefined, headers }
  const query = new URLSearchParams(given.flatMap(queryMembers))
  return { method, path: `${filled}?${query}`, body: undefined, headers }
}

const queryMembers = ([name, value]: readonly [string, unknown]): [string, string][] =>
  (Array.isArray(value) ? value : [value]).map((one) => [name, String(one)])

const isProblem = (value: unknown): value is Problem =>
  typeof value === 'object' && value !== null && 'code' in value && 'status' in value

function failureOf(response: Pick<Response, 'status'>, body: unknown): ProblemError {
  if (isProblem(body)) return new ProblemError(body)
  const detail = `The server answered ${response.status} without a problem document.`
  const code = response.status === 503 || response.status === 502 ? 'unavailable' : 'internal'
  return new ProblemError({
    type: 'about:blank',
    title: 'Unexpected answer',
    status: response.status,
    detail,
    code,
  })
}

async function bodyOf(response: Pick<Response, 'text'>): Promise<unknown> {
  const text = await response.text()
  if (text === '') return {}
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

export interface AdminClient {
  /**
   * Sends `Prefer: handling=strict`, so that an answer means that the change is made.
   * @throws ProblemError when the server rejects the request, `preview_required` with the preview among them; the error of `fetch` when
   * it is unreachable
   */
  call<N extends OperationName>(
    name: N,
    input: RequestOf<Operations[N]>,
    options?: CallOptions,
  ): Promise<AnswerOf<Operations[N]>>
}

export function createClient(options: ClientOptions): AdminClient {
  const send = options.fetch ?? globalThis.fetch
  const base = options.baseUrl.replace(/\/$/, '')
  return {
    async call(name, input, { confirmation, headers } = {}) {
      const request = httpRequestOf(operations[name], input, confirmation)
      const common = typeof options.headers === 'function' ? options.headers() : options.headers
      const response = await send(`${base}${request.path}`, {
        method: request.method,
        headers: { [preferHeader]: strictHandling, ...request.headers, ...common, ...headers },
        ...(request.body === undefined ? {} : { body: request.body }),
      })
      const answer = await bodyOf(response)
      if (!response.ok || answer === undefined) throw failureOf(response, answer)
      return answer as AnswerOf<Operations[typeof name]>
    },
  }
}
