import type { Address, Located } from '@signet/tenancy'
import { LRUCache } from 'lru-cache'
import type { Document } from '../http/documents.ts'
import type { Issuer } from './issuer.ts'

/** Longest age of a key set while the database is unavailable. */
const maxAgeMs = 5 * 60_000
const noteEveryMs = 5_000

const keyOf = (address: Address): string =>
  'slug' in address ? `${address.form} ${address.slug}` : 'host' in address ? `host ${address.host}` : 'root'

/** Relying parties can verify tokens while the database is unavailable. No other response is sent from this store. */
export class RecentDocuments {
  readonly #issuers: LRUCache<string, Issuer>
  readonly #notedAt = new WeakMap<Issuer, number>()

  constructor(max: number) {
    this.#issuers = new LRUCache({ max, ttl: maxAgeMs })
  }

  note(address: Address, issuer: Issuer): void {
    const now = Date.now()
    if (now - (this.#notedAt.get(issuer) ?? 0) < noteEveryMs) return
    this.#notedAt.set(issuer, now)
    this.#issuers.set(keyOf(address), issuer)
  }

  issuer(address: Address): Issuer | undefined {
    return this.#issuers.get(keyOf(address))
  }

  document({ address, url }: Located): Document | undefined {
    return this.issuer(address)?.documents.get(url)
  }
}
