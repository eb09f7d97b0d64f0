import { hash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import type { Migration } from '../migrate/manifest.ts'
import { splitStatements } from './split.ts'

export const migrationsFolder = new URL('../../migrations/', import.meta.url)

/** `migrations/manifest.json` must equal the result. */
export function readMigrations(): Migration[] {
  return readdirSync(migrationsFolder, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => name)
    .sort()
    .map(readMigration)
}

function readMigration(name: string): Migration {
  const folder = new URL(`${name}/`, migrationsFolder)
  const about: unknown = JSON.parse(readFileSync(new URL('migration.json', folder), 'utf8'))
  const statements = splitStatements(readFileSync(new URL('migration.sql', folder), 'utf8'))
  return { name, ...described(about, name), checksum: checksum(statements), statements }
}

/** Covers only the statements: a comment or a title may be corrected after release. */
function checksum(statements: readonly string[]): string {
  return hash('sha256', statements.join(';\n'), 'base64url')
}

function described(about: unknown, name: string): Omit<Migration, 'name' | 'checksum' | 'statements'> {
  const fields: Record<string, unknown> = { ...Object(about) }
  const { title, irreversible, consequence, minimumRelease } = fields
  if (typeof title !== 'string' || typeof irreversible !== 'boolean' || typeof minimumRelease !== 'string')
    throw new Error(`${name}/migration.json must have title, irreversible and minimumRelease.`)
  if (irreversible && typeof consequence !== 'string')
    throw new Error(`${name} is irreversible: migration.json must state the consequence.`)
  return { title, irreversible, minimumRelease, ...(typeof consequence === 'string' && { consequence }) }
}
