import { readdirSync, readFileSync } from 'node:fs'
import { PrismaPg } from '@prisma/adapter-pg'
import { bindMigrationAwareSqlAdapterFactory, ColumnTypeEnum } from '@prisma/driver-adapter-utils'
import { SchemaEngine } from '@prisma/schema-engine-wasm'

const folder = new URL('../../prisma/schema/', import.meta.url)

function schemaFiles(): { path: string; content: string }[] {
  return readdirSync(folder)
    .filter((name) => name.endsWith('.prisma'))
    .sort()
    .map((name) => ({ path: name, content: readFileSync(new URL(name, folder), 'utf8') }))
}

/**
 * Returns the SQL that changes the database at `url` to the Prisma schema; empty when they agree. Prisma compares tables, columns, keys
 * and plain indexes, not collations, checks, partial indexes and triggers.
 */
export async function diffToSchema(url: string): Promise<string> {
  const files = schemaFiles()
  const engine = await SchemaEngine.new(
    { datamodels: files.map(({ path, content }) => [path, content]) },
    () => undefined,
    bindMigrationAwareSqlAdapterFactory(new CatalogueAdapter(url)),
  )
  const { stdout } = await engine.diff({
    // Refers to the adapter's database, despite the name.
    from: { tag: 'schemaDatasource', files, configDir: '' },
    to: { tag: 'schemaDatamodel', files },
    script: true,
    exitCode: null,
    filters: { externalTables: [], externalEnums: [] },
  })
  const script = stdout ?? ''
  return script.startsWith('-- This is an empty migration') ? '' : script
}

/**
 * Catalogue columns of PostgreSQL's one-byte type, which the adapter rejects: selected as text and returned as the single characters
 * that the engine expects.
 */
const oneByteColumn = /\b\w+\.(?:contype|confdeltype|confupdtype|attidentity|attgenerated)\b/g
const oneByteAlias = /::text\s+as\s+(\w+)/gi

class CatalogueAdapter extends PrismaPg {
  override async connect() {
    const adapter = await super.connect()
    const queryRaw = adapter.queryRaw.bind(adapter)
    adapter.queryRaw = async (query) => {
      const sql = query.sql.replaceAll(oneByteColumn, '$&::text')
      const aliases = new Set(
        sql === query.sql ? [] : [...sql.matchAll(oneByteAlias)].map(([, alias]) => alias),
      )
      const result = await queryRaw({ ...query, sql })
      const columnTypes = result.columnTypes.map((type, column) =>
        aliases.has(result.columnNames[column]) ? ColumnTypeEnum.Character : type,
      )
      return { ...result, columnTypes }
    }
    return adapter
  }
}
