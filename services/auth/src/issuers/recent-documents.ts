import type { Address, Located } from '@signet/tenancy'
import { LRUCache } from 'lru-cache'
import type { Document } from '../http/documents.ts'
import type { Issuer } from './issuer.ts'

/** How old a key set may be when nobody can say whether it is current (F02). */
const maxAgeMs = 5 * 60_000
const noteEveryMs = 5_000

const keyOf = (address: Address): string =>
  'slug' in address ? `${address.form} ${address.slug}` : 'host' in address ? `host ${address.host}` : 'root'

/**
 * Discovery and key sets as they were last known, for answering while the database is away: relying parties go on
 * verifying tokens. Nothing else is ever answered from here.
 */
export class RecentDocuments {
  readonly #issuers: LRUCache<string, Issuer>
  readonly #notedAt = new WeakMap<Issuer, number>()

  constructor(max: number) {
    this.#issuers = new LRUCache({ max, ttl: maxAgeMs })
  }

  /** Called for every request, and kept as often as its age needs to be known. */
  note(address: Address, issuer: Issuer): void {
    const now = Date.now()
    if (now - (this.#notedAt.get(issuer) ?? 0) < noteEveryMs) return
    this.#notedAt.set(issuer, now)
    this.#issuers.set(keyOf(address), issuer)
  }

  document({ address, url }: Located): Document | undefined {
    return this.#issuers.get(keyOf(address))?.documents.get(url)
  }
}
