import { LRUCache } from 'lru-cache'
import type { Issuer } from './issuer.ts'
import type { Version } from './versions.ts'

interface Held {
  readonly built: Promise<Issuer>
  /** Once it is built. */
  issuer?: Issuer
}

/**
 * Providers by project, each valid for exactly the versions it was built at. Misses are cheap (about a millisecond
 * and one read), so the bound is on memory, not on the number of projects.
 */
export class IssuerPool {
  readonly #held: LRUCache<string, Held>
  readonly #build: (version: Version) => Promise<Issuer>

  constructor(max: number, build: (version: Version) => Promise<Issuer>) {
    this.#held = new LRUCache({ max })
    this.#build = build
  }

  /** At once where it is held, as it is for nearly every request. */
  at(version: Version): Issuer | Promise<Issuer> {
    const issuer = this.#held.get(version.projectId)?.issuer
    return issuer && isSame(issuer.version, version) ? issuer : this.#awaited(version)
  }

  async #awaited(version: Version): Promise<Issuer> {
    const issuer = await this.#held.get(version.projectId)?.built
    if (issuer && isSame(issuer.version, version)) return issuer
    return this.#rebuild(version)
  }

  async #rebuild(version: Version): Promise<Issuer> {
    const latest = this.#held.get(version.projectId)
    const held = this.#begin(version)
    // Requests of the same moment share the build; one that read an older version never replaces a newer one.
    if (!latest || isOlder((await latest.built.catch(() => null))?.version, version))
      this.#held.set(version.projectId, held)
    return held.built
  }

  #begin(version: Version): Held {
    const held: Held = { built: this.#build(version) }
    held.built.then(
      (issuer) => {
        held.issuer = issuer
      },
      () => {
        if (this.#held.get(version.projectId) === held) this.#held.delete(version.projectId)
      },
    )
    return held
  }
}

const isSame = (a: Version, b: Version): boolean =>
  a.projectVersion === b.projectVersion && a.instanceVersion === b.instanceVersion

const isOlder = (held: Version | undefined, wanted: Version): boolean =>
  !held || held.projectVersion < wanted.projectVersion || held.instanceVersion < wanted.instanceVersion
