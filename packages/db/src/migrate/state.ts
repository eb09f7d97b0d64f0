import type { Executor } from '../sql.ts'
import { type AppliedMigration, appliedMigrations } from './bookkeeping.ts'
import { type Migration, migrations } from './manifest.ts'
import { isLater, release } from './release.ts'

export interface SchemaState {
  /**
   * `behind`: migrations are outstanding or unfinished. `newer`: the database has migrations unknown to this release, and all of them
   * allow it. `ahead`: one of them does not. `diverged`: an applied migration has another checksum, or an earlier one was skipped.
   */
  state: 'current' | 'behind' | 'newer' | 'ahead' | 'diverged'
  /** Migrations that cause the state; empty when current. */
  names: string[]
}

export async function schemaState(
  executor: Executor,
  known: readonly Migration[] = migrations,
): Promise<SchemaState> {
  return compare(await appliedMigrations(executor), known)
}

function compare(applied: readonly AppliedMigration[], known: readonly Migration[]): SchemaState {
  const byName = new Map(applied.map((entry) => [entry.name, entry]))
  const last = applied.findLast(({ name }) => known.some((migration) => migration.name === name))
  const diverged = known.filter(({ name, checksum }) => {
    const entry = byName.get(name)
    return entry === undefined ? last !== undefined && name < last.name : entry.checksum !== checksum
  })
  if (diverged.length > 0) return named('diverged', diverged)
  const ahead = applied.filter(({ name }) => !known.some((migration) => migration.name === name))
  if (!ahead.every(isCompatible)) return named('ahead', ahead)
  const outstanding = known.filter(({ name }) => byName.get(name)?.finished !== true)
  if (outstanding.length > 0) return named('behind', outstanding)
  return ahead.length > 0 ? named('newer', ahead) : { state: 'current', names: [] }
}

/** Holds also while the migration is being applied: a release that runs on the final schema runs on it after each statement. */
const isCompatible = ({ minimumRelease }: AppliedMigration): boolean =>
  minimumRelease !== null && !isLater(minimumRelease, release)

const named = (state: SchemaState['state'], entries: readonly { name: string }[]): SchemaState => ({
  state,
  names: entries.map(({ name }) => name),
})

/** The message names the migrations and the command to run. */
export class SchemaMismatch extends Error {
  override name = 'SchemaMismatch'
  readonly state: SchemaState['state']
  constructor({ state, names }: SchemaState) {
    super(sentences[state](names.join(', ')))
    this.state = state
  }
}

const sentences: Record<SchemaState['state'], (names: string) => string> = {
  current: () => 'The database schema is current.',
  newer: (names) => `The database schema is of a newer release, which this one runs on: it has ${names}.`,
  behind: (names) =>
    `The database schema is behind this release: ${names} not applied. Run db:setup and db:migrate, then start again.`,
  ahead: (names) =>
    `The database schema is ahead of this release: it has ${names}, unknown here. Start the release that migrated it, or a newer one.`,
  diverged: (names) =>
    `The database schema has diverged: ${names} is not applied as this release declares it. Start the release the database was migrated with, or restore a backup.`,
}

/** True for the schema of this release, and for a newer one that allows it (decision 51). */
export const isUsable = ({ state }: SchemaState): boolean => state === 'current' || state === 'newer'

/**
 * Services call this before they listen.
 * @throws SchemaMismatch unless this release runs on the schema
 */
export async function assertSchema(executor: Executor): Promise<void> {
  const found = await schemaState(executor)
  if (!isUsable(found)) throw new SchemaMismatch(found)
}
