import { generateKeyPairSync } from 'node:crypto'
import { appendFileSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Database, sql } from '@signet/db'
import { ensureAuditPartitions } from '@signet/db/audit'
import { fileSigner } from '@signet/secrets'
import { expect, onTestFinished, test } from 'vitest'
import { exportAudit } from '../src/audit/export.ts'
import { pruneAudit } from '../src/audit/prune.ts'
import { verifyFolder } from '../src/audit/verify.ts'
import { instance } from './instance.ts'

function newKey() {
  const { privateKey, publicKey } = generateKeyPairSync('ed25519')
  const signer = fileSigner(privateKey.export({ type: 'pkcs8', format: 'pem' }).toString())
  return { signer, publicDer: new Uint8Array(publicKey.export({ type: 'spki', format: 'der' })) }
}

function newFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'signet-audit-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  return folder
}

const add = (database: Database, id: string, at: string, name?: string) =>
  database.run(sql`
    INSERT INTO audit_entries (id, at, actor, actor_name, action, target_type, target_id, target_scope, detail)
    VALUES (${id}, ${at}::timestamptz, 'usr_1', ${name ?? null}, 'team.create', 'Team', 'team_1', 'instance', ${JSON.stringify({ name: 'Ä\n' })}::jsonb)`)

const ids = async (database: Database): Promise<string[]> =>
  (
    await database.rows<{ id: string }>(sql`SELECT id FROM audit_entries WHERE actor = 'usr_1' ORDER BY at`)
  ).map(({ id }) => id)

async function exported() {
  const { database } = await instance()
  const now = new Date()
  const monthsAgo = (count: number): string =>
    new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - count, 5)).toISOString()
  await add(database, 'aud_1', '2024-02-05T00:00:00.001Z')
  await add(database, 'aud_2', '2024-02-29T23:59:59.999Z')
  await add(database, 'aud_3', monthsAgo(2), 'ada@example.com')
  await add(database, 'aud_4', now.toISOString())
  await ensureAuditPartitions(database)
  const key = newKey()
  const folder = newFolder()
  const manifests = await exportAudit({ database, folder, signer: key.signer })
  return { database, folder, ...key, manifests, verifier: key.signer.verifier }
}

test('closed months are exported once, as lines of JSON with a plain Ed25519 signature', async () => {
  const { database, folder, signer, publicDer, manifests, verifier } = await exported()
  expect(manifests).toMatchObject([
    { partition: 'entries_2024_02', entries: 2, firstId: 'aud_1', lastId: 'aud_2', previous: null },
    { entries: 1, firstId: 'aud_3' },
  ])
  const lines = readFileSync(join(folder, 'entries_2024_02.jsonl'), 'utf8').trim().split('\n')
  expect(JSON.parse(lines[0] ?? '')).toEqual({
    id: 'aud_1',
    at: '2024-02-05T00:00:00.001Z',
    actor: 'usr_1',
    action: 'team.create',
    targetType: 'Team',
    targetId: 'team_1',
    targetScope: 'instance',
    surface: null,
    clientId: null,
    projectId: null,
    connectionId: null,
    kid: null,
    detail: { name: 'Ä\n' },
  })
  const newer = readFileSync(join(folder, String(manifests[1]?.file)), 'utf8').trim()
  expect(JSON.parse(newer)).toMatchObject({ id: 'aud_3', actorNameThen: 'ada@example.com' })
  expect(await verifyFolder(folder, verifier)).toEqual(manifests)
  expect(await exportAudit({ database, folder, signer })).toEqual([])

  const manifest = readFileSync(join(folder, 'entries_2024_02.manifest.json'))
  const signature = readFileSync(join(folder, 'entries_2024_02.manifest.json.sig'))
  const key = await crypto.subtle.importKey('spki', publicDer, 'Ed25519', false, ['verify'])
  expect(await crypto.subtle.verify('Ed25519', key, signature, manifest)).toBe(true)
})

test('an export that is changed, incomplete or signed with another key is not verified', async () => {
  const { folder, verifier } = await exported()
  const [first, second] = readdirSync(folder).filter((name) => name.endsWith('.manifest.json'))
  const keep = (name: string) => {
    const bytes = readFileSync(join(folder, name))
    return () => writeFileSync(join(folder, name), bytes)
  }
  await expect(verifyFolder(folder, newKey().signer.verifier)).rejects.toThrow(/not signed with this key/)

  const restoreEntries = keep('entries_2024_02.jsonl')
  appendFileSync(join(folder, 'entries_2024_02.jsonl'), '{}\n')
  await expect(verifyFolder(folder, verifier)).rejects.toThrow(
    'entries_2024_02.jsonl does not match its manifest.',
  )
  restoreEntries()

  const restoreManifest = keep(`${second}`)
  writeFileSync(
    join(folder, `${second}`),
    readFileSync(join(folder, `${second}`), 'utf8').replace('"entries": 1', '"entries": 0'),
  )
  await expect(verifyFolder(folder, verifier)).rejects.toThrow(`${second} is not signed with this key.`)
  restoreManifest()

  const restoreFirst = keep(`${first}`)
  rmSync(join(folder, `${first}`))
  await expect(verifyFolder(folder, verifier)).rejects.toThrow(`The manifest before ${second} is missing.`)
  restoreFirst()
  await verifyFolder(folder, verifier)
})

test('a month is dropped only when it is past the retention, exported and equal to its export', async () => {
  const { database, folder, verifier, manifests } = await exported()
  const options = { database, folder, verifier, months: 12 }
  expect(await pruneAudit(options)).toEqual([manifests[0]])
  expect(await ids(database)).toEqual(['aud_3', 'aud_4'])
  expect(
    await database.rows(
      sql`SELECT actor, detail->>'sha256' AS sha256 FROM audit_entries WHERE action = 'audit.pruned'`,
    ),
  ).toEqual([{ actor: 'instance', sha256: manifests[0]?.sha256 }])
  expect(await pruneAudit(options)).toEqual([])

  await add(database, 'aud_5', '2023-05-05T00:00:00Z')
  await ensureAuditPartitions(database)
  await expect(pruneAudit(options)).rejects.toThrow(
    'entries_2023_05 is not exported: run audit:export first.',
  )
})

test('a month with an entry after its export is kept', async () => {
  const { database, folder, verifier } = await exported()
  await add(database, 'aud_6', '2024-02-10T00:00:00Z')
  await expect(pruneAudit({ database, folder, verifier, months: 12 })).rejects.toThrow(
    'entries_2024_02 has 3 entries, which differ from the 2 of its export: it is not dropped.',
  )
  appendFileSync(join(folder, 'entries_2024_02.jsonl'), '{}\n')
  await expect(pruneAudit({ database, folder, verifier, months: 12 })).rejects.toThrow(
    /does not match its manifest/,
  )
  expect(await ids(database)).toEqual(['aud_1', 'aud_6', 'aud_2', 'aud_3', 'aud_4'])
})
