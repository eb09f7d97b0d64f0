import { parseSettings, type StoredSettings } from '@signet/contracts'
import { type Executor, sql } from '@signet/db'

/** @throws for a value of the wrong type, naming its key */
export async function loadSettings(executor: Executor): Promise<StoredSettings> {
  const rows = await executor.rows<{ key: string; value: unknown }>(sql`SELECT key, value FROM settings`)
  return parseSettings(Object.fromEntries(rows.map(({ key, value }) => [key, value])))
}

/** Valid until the instance's version changes. */
export class SettingsCache {
  readonly #executor: Executor
  #cached: { readonly version: number; readonly settings: StoredSettings } | null = null

  constructor(executor: Executor) {
    this.#executor = executor
  }

  async at(version: number): Promise<StoredSettings> {
    if (this.#cached?.version === version) return this.#cached.settings
    const settings = await loadSettings(this.#executor)
    this.#cached = { version, settings }
    return settings
  }

  /** Reads the version with a small query, and the settings only when it changed. */
  async current(): Promise<StoredSettings> {
    const [row] = await this.#executor.rows<{ version: number }>(sql`SELECT version FROM instance`)
    return this.at(row?.version ?? 0)
  }
}
