import { LRUCache } from 'lru-cache'
import type { Issuer } from './issuer.ts'
import type { Version } from './versions.ts'

interface CachedIssuer {
  readonly built: Promise<Issuer>
  /** Set when the build completes. */
  issuer?: Issuer
}

/** A miss costs one read and about a millisecond, so `max` bounds the memory, not the number of projects. */
export class IssuerPool {
  readonly #cached: LRUCache<string, CachedIssuer>
  readonly #build: (version: Version) => Promise<Issuer>

  constructor(max: number, build: (version: Version) => Promise<Issuer>) {
    this.#cached = new LRUCache({ max })
    this.#build = build
  }

  get size(): number {
    return this.#cached.size
  }

  /** Synchronous when the issuer is cached at this version, as for nearly every request. */
  at(version: Version): Issuer | Promise<Issuer> {
    const issuer = this.#cached.get(version.projectId)?.issuer
    return issuer && isSame(issuer.version, version) ? issuer : this.#awaited(version)
  }

  async #awaited(version: Version): Promise<Issuer> {
    const issuer = await this.#cached.get(version.projectId)?.built
    if (issuer && isSame(issuer.version, version)) return issuer
    return this.#rebuild(version)
  }

  async #rebuild(version: Version): Promise<Issuer> {
    const latest = this.#cached.get(version.projectId)
    const cached = this.#begin(version)
    // Concurrent requests share the build. A request that read an older version does not replace a newer issuer.
    if (!latest || isOlder((await latest.built.catch(() => null))?.version, version))
      this.#cached.set(version.projectId, cached)
    return cached.built
  }

  #begin(version: Version): CachedIssuer {
    const cached: CachedIssuer = { built: this.#build(version) }
    cached.built.then(
      (issuer) => {
        cached.issuer = issuer
      },
      () => {
        if (this.#cached.get(version.projectId) === cached) this.#cached.delete(version.projectId)
      },
    )
    return cached
  }
}

const isSame = (a: Version, b: Version): boolean =>
  a.projectVersion === b.projectVersion && a.instanceVersion === b.instanceVersion

const isOlder = (cached: Version | undefined, wanted: Version): boolean =>
  !cached || cached.projectVersion < wanted.projectVersion || cached.instanceVersion < wanted.instanceVersion
