import type { IncomingMessage } from 'node:http'
import type { ImmediateResponse } from '@signet/http'
import { rateLimitOrigin } from '@signet/runtime'
import type { Address, Located } from '@signet/tenancy'
import type { RequestLimits } from '../http/rate-limits.ts'
import type { Issuer } from './issuer.ts'
import type { IssuerPool } from './pool.ts'
import type { RecentDocuments } from './recent-documents.ts'
import type { Version, VersionReader } from './versions.ts'

interface Parts {
  readonly versions: VersionReader
  readonly pool: IssuerPool
  readonly recent: RecentDocuments
  readonly limits: RequestLimits
  readonly proxyHops: number
}

interface Known {
  readonly address: Exclude<Address, { form: 'root' }>
  readonly url: string
}

/** Bounds the memory for other spellings of a host. */
const maxKnown = 1_000

/**
 * Documents by Host header and request target, sent before a request gets a context, a deadline and a listener, which cost more than
 * the document. The usual rules apply to versions and allowances.
 */
export class ImmediateDocuments {
  readonly #known = new Map<string, Known>()
  readonly #parts: Parts

  constructor(parts: Parts) {
    this.#parts = parts
  }

  note(request: IncomingMessage, { address, url }: Located): void {
    // The cookies of a request at the root address select its project.
    if (address.form === 'root') return
    if (this.#known.size >= maxKnown) this.#known.clear()
    this.#known.set(keyOf(request), { address, url })
  }

  /** Serves plain GET requests within their allowance. */
  at(request: IncomingMessage): Promise<ImmediateResponse | undefined> | ImmediateResponse | undefined {
    if (request.method !== 'GET' || request.headers['if-none-match'] !== undefined) return undefined
    const known = this.#known.get(keyOf(request))
    if (!known) return undefined
    const { versions, recent } = this.#parts
    const version = versions.readForDocument(known.address, true)
    if (!(version instanceof Promise)) return this.#current(request, known, version)
    return version.then(
      (read) => this.#current(request, known, read),
      // PostgreSQL did not return the version in time: the stored document is sent.
      () => this.#documentOf(request, known, recent.issuer(known.address)),
    )
  }

  #current(request: IncomingMessage, known: Known, version: Version | null): ImmediateResponse | undefined {
    const issuer = version && this.#parts.pool.at(version)
    if (!issuer || issuer instanceof Promise) return undefined
    this.#parts.recent.note(known.address, issuer)
    return this.#documentOf(request, known, issuer)
  }

  #documentOf(
    request: IncomingMessage,
    { url }: Known,
    issuer: Issuer | undefined,
  ): ImmediateResponse | undefined {
    const document = issuer?.documents.get(url)
    if (!issuer || !document) return undefined
    const { settings, project } = issuer
    const { limits, proxyHops } = this.#parts
    const wait = limits.takeDocument(settings, () => rateLimitOrigin(request, proxyHops, settings))
    if (wait > 0) return undefined
    const { headers, body } = document
    return { route: url, project: project.id, status: 200, headers, body }
  }
}

const keyOf = ({ headers, url }: IncomingMessage): string => `${headers.host} ${url}`
