import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freePort, startCluster } from '@signet/local-servers'
import { type CatalogueEntry, readCatalogue } from '../catalogue/read.ts'
import { openDatabase } from '../database.ts'
import type { Migration } from '../migrate/manifest.ts'
import { release } from '../migrate/release.ts'
import { migrate } from '../migrate/run.ts'
import { raiseWall } from '../wall/raise.ts'
import { migrationsFolder, readMigrations } from './manifest.ts'
import { diffToSchema } from './schema-engine.ts'

/**
 * `npm run db:author -- <name>` writes the next migration: the difference between the Prisma schema and the existing migrations,
 * computed in a scratch PostgreSQL. Without a name it renews manifest.json and catalogue.json after a manual edit of a migration.
 * Review the output: a renamed column appears as one dropped and one added.
 */
async function main(name: string | undefined): Promise<void> {
  if (name !== undefined) await writeMigration(name)
  const text = JSON.stringify(readMigrations(), null, 2)
  writeFileSync(new URL('manifest.json', migrationsFolder), `${text}\n`)
  const catalogue = JSON.stringify(await withScratchDatabase(readCatalogueOfRelease), null, 2)
  writeFileSync(new URL('catalogue.json', migrationsFolder), `${catalogue}\n`)
}

async function writeMigration(name: string): Promise<void> {
  const known = readMigrations()
  const script = await withScratchDatabase(async (url) => {
    await applyAll(url, known)
    return diffToSchema(url)
  })
  if (script === '') throw new Error('The migrations already add up to the schema.')
  const folder = new URL(`${nextNumber(known)}_${name}/`, migrationsFolder)
  mkdirSync(folder)
  writeFileSync(new URL('migration.sql', folder), withCollation(script))
  const about = { title: name.replaceAll('_', ' '), irreversible: false, minimumRelease: release }
  writeFileSync(new URL('migration.json', folder), `${JSON.stringify(about, null, 2)}\n`)
}

/** Uses the highest existing number: numbers may be missing. */
const nextNumber = (known: readonly Migration[]): string =>
  String(Number.parseInt(known.at(-1)?.name ?? '0', 10) + 1).padStart(4, '0')

async function readCatalogueOfRelease(url: string): Promise<CatalogueEntry[]> {
  const database = openDatabase({ url, name: 'author', poolSize: 2 })
  try {
    await migrate(database, { known: readMigrations(), print: () => undefined })
    await raiseWall(database)
    return await readCatalogue(database)
  } finally {
    await database.close()
  }
}

async function applyAll(url: string, known: Migration[]): Promise<void> {
  const database = openDatabase({ url, name: 'author', poolSize: 2 })
  await migrate(database, { known, print: () => undefined })
  await database.close()
}

async function withScratchDatabase<Result>(work: (url: string) => Promise<Result>): Promise<Result> {
  const folder = mkdtempSync(join(tmpdir(), 'signet-author-'))
  const cluster = await startCluster({ folder, port: await freePort(), durable: false })
  try {
    return await work(cluster.url('postgres'))
  } finally {
    await cluster.stop()
    rmSync(folder, { recursive: true, force: true })
  }
}

/** Text compares by bytes: ids sort identically on every machine, and an upgrade of ICU breaks no index. */
const withCollation = (script: string): string =>
  script.replaceAll(/("\w+" (?:ADD COLUMN\s+"\w+" )?TEXT(?:\[\])?)(?=[ ,\n;])/g, '$1 COLLATE "C"')

await main(process.argv[2])
