import manifest from '../../migrations/manifest.json' with { type: 'json' }

export interface Migration {
  /** Folder name; its number gives the order. */
  name: string
  title: string
  /** The data it removes or merges cannot be had back without a backup. */
  irreversible: boolean
  /** What is lost, in one sentence; always there when irreversible. */
  consequence?: string
  /** First release of Signet that runs on the schema it leaves. */
  minimumRelease: string
  /** SHA-256 of the statements. */
  checksum: string
  statements: string[]
}

/** Every migration this release knows, oldest first. Made by `pnpm author`, part of every bundle. */
export const migrations: readonly Migration[] = manifest
