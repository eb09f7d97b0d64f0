import { Agent, request } from 'node:http'
import type { Fuzz } from './fuzz.ts'

const connections = new Agent({ keepAlive: true, maxSockets: 64 })

export interface FuzzedRequest {
  readonly method: string
  readonly target: string
  readonly headers: Readonly<Record<string, string>>
  readonly body?: string
}

export interface FuzzedAnswer {
  readonly status: number
  readonly text: string
}

/** Longer than any response takes. */
const hangMs = 15_000

type Address = { readonly host: string; readonly port: number }

/** Throws, with the request, when the response reports a defect or is missing. */
export async function sendFuzzed(address: Address, fuzzed: FuzzedRequest): Promise<FuzzedAnswer> {
  const described = JSON.stringify(fuzzed).slice(0, 3_000)
  const ask = () =>
    send(address, fuzzed, connections).catch((error: Error) => {
      throw new Error(`${error.message}: ${described}`)
    })
  const first = await ask()
  // A busy machine without a free database connection may return 503.
  const answer = first.status === 503 ? await ask() : first
  if (answer.status >= 500 && answer.status !== 501)
    throw new Error(`${answer.status} ${answer.text.slice(0, 300)}: ${described}`)
  return answer
}

const send = (
  address: Address,
  { method, target, headers, body }: FuzzedRequest,
  agent: Agent | false,
): Promise<FuzzedAnswer> =>
  new Promise((resolve, reject) => {
    const length = body === undefined ? {} : { 'content-length': String(Buffer.byteLength(body)) }
    // A redirect repeats parameters, such as a long state.
    const options = {
      maxHeaderSize: 256 * 1024,
      ...address,
      agent,
      method,
      path: target,
      headers: { ...headers, ...length },
      timeout: hangMs,
    }
    const sent = request(options, (response) => {
      const chunks: Buffer[] = []
      response.on('data', (chunk: Buffer) => chunks.push(chunk))
      response.on('end', () =>
        resolve({ status: response.statusCode ?? 0, text: Buffer.concat(chunks).toString() }),
      )
    })
    sent.on('timeout', () => sent.destroy(new Error('no answer')))
    sent.on('error', (error) => {
      // HTTP allows the server to close a kept connection.
      if (agent && sent.reusedSocket)
        resolve(send(address, { method, target, headers, ...(body === undefined ? {} : { body }) }, false))
      else reject(error)
    })
    sent.end(body)
  })

/** Leaves some parameters unencoded if they can be sent. */
export function encodeParameters(fuzz: Fuzz, parameters: readonly (readonly [string, string])[]): string {
  const encode = (text: string) =>
    /^[!-~]*$/.test(text) && fuzz.chance(0.2)
      ? text.replace(/[#&? ]/g, '')
      : new URLSearchParams([['', text]]).toString().slice(1)
  return parameters.map(([name, value]) => `${encode(name)}=${encode(value)}`).join('&')
}

/** A header cannot contain control characters and those beyond Latin-1. */
export const headerText = (text: string): string =>
  text.replace(/[^\t -~\u0080-\u00ff]/g, '?').slice(0, 4_000)
