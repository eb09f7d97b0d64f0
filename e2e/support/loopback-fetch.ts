import { request } from 'node:http'

interface Options {
  readonly method?: string
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: unknown
}

/** Resolves every `*.localhost` to this machine, as browsers do (RFC 6761 6.3) and Node does not. */
export const loopbackFetch = (
  address: string,
  { method = 'GET', headers = {}, body }: Options = {},
): Promise<Response> => {
  const url = new URL(address)
  const payload = body === undefined || body === null ? undefined : String(body)
  const length = payload === undefined ? {} : { 'content-length': String(Buffer.byteLength(payload)) }
  return new Promise((resolve, reject) => {
    const outgoing = request(
      {
        host: '127.0.0.1',
        port: url.port,
        method,
        path: url.pathname + url.search,
        headers: { ...headers, ...length, host: url.host },
      },
      (incoming) => {
        const chunks: Buffer[] = []
        incoming.on('data', (chunk: Buffer) => chunks.push(chunk))
        incoming.on('end', () => {
          const type = incoming.headers['content-type']
          resolve(
            new Response(Buffer.concat(chunks), {
              status: incoming.statusCode ?? 500,
              headers: type ? { 'content-type': type } : {},
            }),
          )
        })
      },
    )
    outgoing.on('error', reject)
    outgoing.end(payload)
  })
}
