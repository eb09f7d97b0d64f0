import { parseSettings, type StoredSettings } from '@signet/contracts'
import { type Executor, sql } from '@signet/db'

/** The settings in force: what is stored over the catalogue's defaults. A wrongly typed value throws, naming its key. */
export async function loadSettings(executor: Executor): Promise<StoredSettings> {
  const rows = await executor.rows<{ key: string; value: unknown }>(sql`SELECT key, value FROM settings`)
  return parseSettings(Object.fromEntries(rows.map(({ key, value }) => [key, value])))
}

/** Settings read again only when the instance's version has moved. */
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

  /** Reads the version first: one small query, and the settings only when it moved. */
  async current(): Promise<StoredSettings> {
    const [row] = await this.#executor.rows<{ version: number }>(sql`SELECT version FROM instance`)
    return this.at(row?.version ?? 0)
  }
}
