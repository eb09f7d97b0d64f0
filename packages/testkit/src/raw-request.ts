import { type IncomingHttpHeaders, request } from 'node:http'

interface RawRequest {
  readonly method?: string
  readonly target: string
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: string
}

export interface RawAnswer {
  readonly status: number
  readonly headers: IncomingHttpHeaders
  readonly text: string
}

/** The target is not parsed as a URL. */
export const sendRaw = (
  address: { readonly host: string; readonly port: number },
  { method = 'GET', target, headers = {}, body }: RawRequest,
): Promise<RawAnswer> =>
  new Promise((resolve, reject) => {
    const length = body === undefined ? {} : { 'content-length': String(Buffer.byteLength(body)) }
    const sent = request(
      { ...address, agent: false, method, path: target, headers: { ...headers, ...length } },
      (response) => {
        const chunks: Buffer[] = []
        response.on('data', (chunk: Buffer) => chunks.push(chunk))
        response.on('end', () =>
          resolve({
            status: response.statusCode ?? 0,
            headers: response.headers,
            text: Buffer.concat(chunks).toString(),
          }),
        )
      },
    )
    sent.on('error', reject)
    sent.end(body)
  })

interface LargeBody {
  readonly target: string
  readonly headers?: Readonly<Record<string, string>>
  /** Beginning of the body, followed by spaces. */
  readonly start?: string
  readonly bytes: number
  /** True for a Content-Length, false for chunks. */
  readonly declared: boolean
}

/** Sends all of the body before reading the response, like a slow client. */
export const sendBody = (
  address: { readonly host: string; readonly port: number },
  { target, headers = {}, start = '', bytes, declared }: LargeBody,
): Promise<number> =>
  new Promise((resolve, reject) => {
    const length = declared ? { 'content-length': String(bytes) } : { 'transfer-encoding': 'chunked' }
    const sent = request(
      { ...address, agent: false, method: 'POST', path: target, headers: { ...headers, ...length } },
      (response) => {
        response.resume()
        response.on('end', () => resolve(response.statusCode ?? 0))
      },
    )
    sent.on('error', reject)
    sent.write(start)
    for (let left = bytes - start.length; left > 0; left -= 65_536)
      sent.write(Buffer.alloc(Math.min(left, 65_536), ' '))
    sent.end()
  })
