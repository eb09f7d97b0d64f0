import { Agent, request as httpRequest, type IncomingMessage } from 'node:http'
import { CookieJar, Cookie as StoredCookie } from 'tough-cookie'
import { formsOf, linksOf } from './page-forms.ts'

const connections = new Agent({ keepAlive: true })

interface Address {
  readonly host: string
  readonly port: number
}

interface Cookie {
  readonly name: string
  readonly value: string
  readonly host: string
  readonly path: string
}

export interface Page {
  readonly url: URL
  readonly status: number
  readonly headers: IncomingMessage['headers']
  readonly html: string
}

/** The browser stops at this target of a redirect. */
export interface Arrived {
  readonly arrivedAt: URL
}

type Fields = Readonly<Record<string, string>>

/**
 * A browser without JavaScript: keeps cookies by host and path, follows redirects, and posts forms. Every request is sent to one local
 * address, or to that of `address`, with the Host of its URL, as behind a proxy.
 */
export class FormBrowser {
  readonly #address: (url: URL) => Address
  readonly #stopAt: string
  readonly #jar = new CookieJar(undefined, { rejectPublicSuffixes: false })
  readonly headers: Record<string, string>

  constructor(
    address: Address | ((url: URL) => Address),
    stopAt: string,
    headers: Record<string, string> = {},
  ) {
    this.#address = typeof address === 'function' ? address : () => address
    this.#stopAt = stopAt
    this.headers = headers
  }

  get cookies(): readonly Cookie[] {
    const { cookies = [] } = this.#jar.serializeSync() ?? {}
    return cookies
      .flatMap((stored) => StoredCookie.fromJSON(stored) ?? [])
      .filter((cookie) => (cookie.expiryTime() ?? Number.POSITIVE_INFINITY) > Date.now())
      .map(({ key, value, domain, path }) => ({ name: key, value, host: domain ?? '', path: path ?? '/' }))
  }

  plant({ name, value, host, path }: Cookie): void {
    this.#jar.setCookieSync(new StoredCookie({ key: name, value, path }), `https://${host}${path}`)
  }

  /** @param stop stops before a matching address is requested */
  open(url: string | URL, stop?: (url: URL) => boolean): Promise<Page | Arrived> {
    return this.#go('GET', new URL(url), undefined, stop)
  }

  follow(page: Page, part: string, stop?: (url: URL) => boolean): Promise<Page | Arrived> {
    const address = linksOf(page.html).find((href) => href.includes(part))
    if (address === undefined) throw new Error(`No link with ${part} on this page:\n${page.html}`)
    return this.#go('GET', new URL(address, page.url), undefined, stop)
  }

  submit(
    page: Page,
    actionEnd: string,
    fields: Fields = {},
    stop?: (url: URL) => boolean,
  ): Promise<Page | Arrived> {
    const form = formsOf(page.html).find(({ action }) => action.endsWith(actionEnd))
    if (!form) throw new Error(`No form with the action …${actionEnd} on this page:\n${page.html}`)
    return this.#go(
      'POST',
      new URL(form.action, page.url),
      new URLSearchParams({ ...form.fields, ...fields }).toString(),
      stop,
    )
  }

  post(url: string | URL, body: string): Promise<Page | Arrived> {
    return this.#go('POST', new URL(url), body)
  }

  async #go(
    method: string,
    url: URL,
    body?: string,
    stop: (url: URL) => boolean = () => false,
  ): Promise<Page | Arrived> {
    let [verb, target, payload] = [method, url, body]
    for (let hop = 0; hop < 20; hop += 1) {
      const response = await this.#send(verb, target, payload)
      const { location } = response.headers
      if (!location || response.status < 300 || response.status > 399) return { ...response, url: target }
      target = new URL(location, target)
      if (target.href.startsWith(this.#stopAt) || stop(target)) return { arrivedAt: target }
      if (response.status === 307 || response.status === 308)
        throw new Error(`A redirect with ${response.status} would post the form again.`)
      verb = 'GET'
      payload = undefined
    }
    throw new Error('Too many redirects.')
  }

  #send(method: string, url: URL, body: string | undefined): Promise<Page> {
    const headers: Record<string, string> = {
      host: url.host,
      accept: 'text/html',
      ...this.headers,
    }
    const cookie = this.#jar.getCookieStringSync(url.href)
    if (cookie) headers.cookie = cookie
    if (body !== undefined) {
      headers.origin = url.origin
      headers['content-type'] = 'application/x-www-form-urlencoded'
      headers['content-length'] = String(Buffer.byteLength(body))
    }
    return new Promise((resolve, reject) => {
      const request = httpRequest(
        { ...this.#address(url), agent: connections, method, path: url.pathname + url.search, headers },
        (response) => {
          const chunks: Buffer[] = []
          response.on('data', (chunk: Buffer) => chunks.push(chunk))
          response.on('end', () => {
            for (const line of response.headers['set-cookie'] ?? [])
              this.#jar.setCookieSync(line, url.href, { ignoreError: true })
            resolve({
              url,
              status: response.statusCode ?? 0,
              headers: response.headers,
              html: Buffer.concat(chunks).toString(),
            })
          })
        },
      )
      request.on('error', reject)
      request.end(body)
    })
  }
}

export const isPage = (result: Page | Arrived): result is Page => 'html' in result
