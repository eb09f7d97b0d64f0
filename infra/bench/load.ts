import { type Answer, Connection } from './connection.ts'

export interface Shot {
  readonly method: string
  readonly path: string
  readonly headers: Record<string, string>
  readonly body?: string
}

/** Builds a connection's next request from its last response; undefined at the end. */
export interface Client {
  next(): Shot | undefined
  readonly same?: Shot
  /** Throws for an unexpected response, so that no failure is counted as work. */
  onAnswer?(status: number, body: string): void
}

export interface Rate {
  readonly requests: number
  readonly perSecond: number
}

/** Closed loop: every client sends its next request after the response to its last. */
export async function drive(port: number, clients: readonly Client[], seconds: number): Promise<Rate> {
  const started = performance.now()
  const end = started + seconds * 1000
  const counts = await Promise.all(
    clients.map(async (client) => {
      const connection = new Connection(port)
      let count = client.same ? await connection.repeat(textOf(client.same), end) : 0
      for (let shot = client.next(); shot && performance.now() < end; shot = client.next()) {
        checkAnswer(client, await connection.send(textOf(shot)))
        count += 1
      }
      connection.close()
      return count
    }),
  )
  const requests = counts.reduce((sum, count) => sum + count, 0)
  return { requests, perSecond: requests / ((performance.now() - started) / 1000) }
}

export async function inTurn(port: number, client: Client, requests: number): Promise<void> {
  const connection = new Connection(port)
  for (let index = 0; index < requests; index += 1) {
    const shot = client.next()
    if (!shot) throw new Error(`Only ${index} of ${requests} requests were prepared.`)
    checkAnswer(client, await connection.send(textOf(shot)))
  }
  connection.close()
}

export function checkAnswer(client: Client, { status, body }: Answer): void {
  if (client.onAnswer) client.onAnswer(status, body)
  else if (status !== 200) throw new Error(`status ${status}: ${body}`)
}

/** Unchanged requests are serialized once. */
const texts = new WeakMap<Shot, string>()

export function textOf(shot: Shot): string {
  const known = texts.get(shot)
  if (known !== undefined) return known
  const { method, path, headers, body } = shot
  const length = body === undefined ? {} : { 'content-length': String(Buffer.byteLength(body)) }
  const lines = Object.entries({ ...headers, ...length }).map(([name, value]) => `${name}: ${value}\r\n`)
  const text = `${method} ${path} HTTP/1.1\r\n${lines.join('')}\r\n${body ?? ''}`
  texts.set(shot, text)
  return text
}

export const formPost = (
  path: string,
  host: string,
  authorization: string,
  fields: Record<string, string>,
): Shot => ({
  method: 'POST',
  path,
  headers: { host, authorization, 'content-type': 'application/x-www-form-urlencoded' },
  body: new URLSearchParams(fields).toString(),
})

export const plainGet = (path: string, host: string): Shot => ({ method: 'GET', path, headers: { host } })

export const bearerGet = (path: string, host: string, token: string): Shot => ({
  method: 'GET',
  path,
  headers: { host, authorization: `Bearer ${token}` },
})

export function refreshing(
  path: string,
  host: string,
  authorization: string,
  first: string,
  fields: Record<string, string> = {},
): Client {
  let token = first
  return {
    next: () =>
      formPost(path, host, authorization, { grant_type: 'refresh_token', refresh_token: token, ...fields }),
    onAnswer(status, body) {
      if (status !== 200) throw new Error(`a refresh returned ${status}: ${body}`)
      token = (JSON.parse(body) as { refresh_token: string }).refresh_token
    },
  }
}
