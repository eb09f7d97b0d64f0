import { LRUCache } from 'lru-cache'
import type { Issuer } from './issuer.ts'
import type { Version } from './versions.ts'

/**
 * Providers by project, each valid for exactly the versions it was built at. Misses are cheap (about a millisecond
 * and one read), so the bound is on memory, not on the number of projects.
 */
export class IssuerPool {
  readonly #held: LRUCache<string, Promise<Issuer>>
  readonly #build: (version: Version) => Promise<Issuer>

  constructor(max: number, build: (version: Version) => Promise<Issuer>) {
    this.#held = new LRUCache({ max })
    this.#build = build
  }

  async at(version: Version): Promise<Issuer> {
    const held = this.#held.get(version.projectId)
    const issuer = held && (await held)
    if (issuer && isSame(issuer.version, version)) return issuer
    return this.#rebuild(version)
  }

  async #rebuild(version: Version): Promise<Issuer> {
    const latest = this.#held.get(version.projectId)
    const built = this.#build(version).catch((error) => {
      if (this.#held.get(version.projectId) === built) this.#held.delete(version.projectId)
      throw error
    })
    // Requests of the same moment share the build; one that read an older version never replaces a newer one.
    if (!latest || isOlder((await latest.catch(() => null))?.version, version))
      this.#held.set(version.projectId, built)
    return built
  }
}

const isSame = (a: Version, b: Version): boolean =>
  a.projectVersion === b.projectVersion && a.instanceVersion === b.instanceVersion

const isOlder = (held: Version | undefined, wanted: Version): boolean =>
  !held || held.projectVersion < wanted.projectVersion || held.instanceVersion < wanted.instanceVersion
