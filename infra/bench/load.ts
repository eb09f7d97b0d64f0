import { Agent, request } from 'node:http'

export interface Shot {
  readonly method: string
  readonly path: string
  readonly headers: Record<string, string>
  readonly body?: string
}

/** One connection's next request, made from the answer to its last one. */
export interface Client {
  next(): Shot
  /** Told every answer; throws when it is not the one expected, so that no failure is counted as work. */
  heard?(status: number, body: string): void
}

export interface Rate {
  readonly requests: number
  readonly perSecond: number
}

/** Closed loop: every client sends its next request when its last was answered, for `seconds`. */
export async function drive(port: number, clients: readonly Client[], seconds: number): Promise<Rate> {
  const agent = new Agent({ keepAlive: true, maxSockets: clients.length })
  const started = performance.now()
  const end = started + seconds * 1000
  const counts = await Promise.all(
    clients.map(async (client) => {
      let count = 0
      while (performance.now() < end) {
        const answer = await send(port, agent, client.next())
        if (client.heard) client.heard(answer.status, answer.body)
        else if (answer.status !== 200) throw new Error(`status ${answer.status}: ${answer.body}`)
        count += 1
      }
      return count
    }),
  )
  agent.destroy()
  const requests = counts.reduce((sum, count) => sum + count, 0)
  return { requests, perSecond: requests / ((performance.now() - started) / 1000) }
}

export const send = (
  port: number,
  agent: Agent,
  { method, path, headers, body }: Shot,
): Promise<{ status: number; body: string }> =>
  new Promise((resolve, reject) => {
    const outgoing = request(
      {
        host: '127.0.0.1',
        port,
        agent,
        method,
        path,
        headers: body === undefined ? headers : { ...headers, 'content-length': Buffer.byteLength(body) },
      },
      (response) => {
        let text = ''
        response.setEncoding('utf8')
        response.on('data', (chunk: string) => {
          text += chunk
        })
        response.on('end', () => resolve({ status: response.statusCode ?? 0, body: text }))
      },
    )
    outgoing.on('error', reject)
    outgoing.end(body)
  })

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

/** A client that redeems its refresh token and keeps the next one. */
export function refreshing(path: string, host: string, authorization: string, first: string): Client {
  let token = first
  return {
    next: () => formPost(path, host, authorization, { grant_type: 'refresh_token', refresh_token: token }),
    heard(status, body) {
      if (status !== 200) throw new Error(`refresh answered ${status}: ${body}`)
      token = (JSON.parse(body) as { refresh_token: string }).refresh_token
    },
  }
}
