import { Agent, request as httpRequest, type IncomingMessage } from 'node:http'

/** Connections are kept, as browsers and servers keep them. */
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

/** Where a redirect left for an address the browser was told to stop at. */
export interface Arrived {
  readonly arrivedAt: URL
}

type Fields = Readonly<Record<string, string>>

/**
 * A browser without JavaScript: keeps cookies by host and path, follows redirects, and posts the forms of a page.
 * Every request goes to one local address, or the one its URL is led to, with the Host of its URL, as behind a proxy.
 */
export class FormBrowser {
  readonly #address: (url: URL) => Address
  readonly #stopAt: string
  #cookies: Cookie[] = []
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
    return this.#cookies
  }

  plant(cookie: Cookie): void {
    this.#cookies = [...this.#cookies.filter((kept) => !isSame(kept, cookie)), cookie]
  }

  /** @param stop where it stops besides, before it asks for that address */
  open(url: string | URL, stop?: (url: URL) => boolean): Promise<Page | Arrived> {
    return this.#go('GET', new URL(url), undefined, stop)
  }

  /** Follows the first link of a page whose address has `part` in it. */
  follow(page: Page, part: string, stop?: (url: URL) => boolean): Promise<Page | Arrived> {
    const address = [...page.html.matchAll(/<a\b[^>]*\bhref="([^"]*)"/g)]
      .map(([, href = '']) => decode(href))
      .find((href) => href.includes(part))
    if (address === undefined) throw new Error(`No link with ${part} on this page:\n${page.html}`)
    return this.#go('GET', new URL(address, page.url), undefined, stop)
  }

  /** Posts the form whose action ends in `actionEnd`, with its hidden and given fields. */
  submit(page: Page, actionEnd: string, fields: Fields = {}): Promise<Page | Arrived> {
    const form = formsOf(page.html).find(({ action }) => action.endsWith(actionEnd))
    if (!form) throw new Error(`No form leads to …${actionEnd} on this page:\n${page.html}`)
    return this.#go(
      'POST',
      new URL(form.action, page.url),
      new URLSearchParams({ ...form.hidden, ...fields }).toString(),
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
        throw new Error(`A ${response.status} would post the form on.`)
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
    const cookie = this.#cookiesFor(url)
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
            this.#keep(url, response.headers['set-cookie'] ?? [])
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

  #cookiesFor(url: URL): string {
    const fitting = this.#cookies.filter(
      ({ host, path }) => host === url.hostname && url.pathname.startsWith(path),
    )
    return fitting.map(({ name, value }) => `${name}=${value}`).join('; ')
  }

  #keep(url: URL, lines: readonly string[]): void {
    for (const line of lines) {
      const [pair = '', ...attributes] = line.split(/; */)
      const name = pair.slice(0, pair.indexOf('='))
      const path = attributes.find((attribute) => /^path=/i.test(attribute))?.slice(5) ?? '/'
      const expired = attributes.some((attribute) => /^expires=Thu, 01 Jan 1970/i.test(attribute))
      const cookie = {
        name,
        value: pair.slice(name.length + 1),
        host: url.hostname,
        path,
      }
      this.#cookies = this.#cookies.filter((kept) => !isSame(kept, cookie))
      if (!expired) this.#cookies.push(cookie)
    }
  }
}

const isSame = (a: Cookie, b: Cookie): boolean => a.name === b.name && a.host === b.host && a.path === b.path

const entities: Record<string, string> = {
  '&amp;': '&',
  '&lt;': '<',
  '&gt;': '>',
  '&quot;': '"',
  '&#39;': "'",
}
const decode = (text: string): string =>
  text.replace(/&(?:amp|lt|gt|quot|#39);/g, (entity) => entities[entity] ?? entity)

function formsOf(html: string): { action: string; hidden: Fields }[] {
  return [...html.matchAll(/<form\b[^>]*\baction="([^"]*)"[^>]*>([\s\S]*?)<\/form>/g)].map(
    ([, action = '', body = '']) => ({
      action: decode(action),
      hidden: Object.fromEntries([...body.matchAll(/<input\b[^>]*>/g)].flatMap(([tag]) => hiddenField(tag))),
    }),
  )
}

function hiddenField(tag: string): [string, string][] {
  const attribute = (name: string) => decode(new RegExp(`\\b${name}="([^"]*)"`).exec(tag)?.[1] ?? '')
  if (attribute('type') === 'hidden') return [[attribute('name'), attribute('value')]]
  return attribute('type') === 'checkbox' && /\bchecked\b/.test(tag) ? [[attribute('name'), 'on']] : []
}

export const isPage = (result: Page | Arrived): result is Page => 'html' in result
