import { expect, test } from 'vitest'
import { sql } from '../src/index.ts'
import { tablesOf } from '../src/wall/raise.ts'
import { keySetColumns } from '../src/wall/tables.ts'
import { seeded } from './support/databases.ts'

/** Keys that are unique in the whole instance. A sharded database would need a global index for each of them. */
const acrossProjects = [
  'clients.clients_id_key',
  'identity_providers.identity_providers_root_id_key',
  'provisioning_connections.provisioning_connections_client_id_key',
  'provisioning_credentials.provisioning_credentials_secret_digest_key',
  'resources.resources_namespace_identifier_key_key',
]

test('every key of a tenant table begins with the project, with five exceptions, as does every foreign key between two of them', async () => {
  const { database } = await seeded()
  const tenant = (await tablesOf(database))
    .filter(({ name, tenant }) => tenant && !(name in keySetColumns))
    .map(({ name }) => name)
  const keys = await database.rows<{ name: string; first: string }>(sql`
    SELECT c.relname || '.' || i.relname AS name, a.attname AS first FROM pg_index x
    JOIN pg_class c ON c.oid = x.indrelid JOIN pg_class i ON i.oid = x.indexrelid
    JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum = x.indkey[0]
    WHERE c.relname = ANY(${tenant}::text[]) AND x.indisunique`)
  const others = keys.filter(({ first }) => first !== 'project_id').map(({ name }) => name)
  expect(others.toSorted()).toEqual(acrossProjects)
  const references = await database.rows<{ name: string; first: string; target: string }>(sql`
    SELECT k.conname AS name, a.attname AS first, b.attname AS target FROM pg_constraint k
    JOIN pg_class c ON c.oid = k.conrelid JOIN pg_class t ON t.oid = k.confrelid
    JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum = k.conkey[1]
    JOIN pg_attribute b ON b.attrelid = t.oid AND b.attnum = k.confkey[1]
    WHERE k.contype = 'f' AND c.relname = ANY(${tenant}::text[]) AND t.relname = ANY(${tenant}::text[])`)
  expect(references.length).toBeGreaterThan(0)
  expect(references.filter(({ first, target }) => first !== 'project_id' || target !== 'project_id')).toEqual(
    [],
  )
})
