import { type Database, type Executor, raw, sql } from '@signet/db'
import { actors, recordAudit } from '@signet/events'
import type { FileVerifier } from '@signet/secrets'
import type { Manifest } from './manifest.ts'
import { expiredPartitions, type Partition, readEntries } from './partitions.ts'
import { verifyFolder } from './verify.ts'

interface PruneOptions {
  readonly database: Database
  readonly folder: string
  readonly verifier: FileVerifier
  readonly months: number
}

/** The message has the reason why a partition past the retention is kept. */
class PruneRefused extends Error {
  override name = 'PruneRefused'
}

/**
 * Drops the partitions past the retention, the oldest first, and returns the manifests of their exports. Verifies the whole folder
 * first, and compares each partition with its export in the transaction that drops it.
 * @throws ExportBroken, PruneRefused; earlier partitions stay dropped
 */
export async function pruneAudit({ database, folder, verifier, months }: PruneOptions): Promise<Manifest[]> {
  const exported = new Map(
    (await verifyFolder(folder, verifier)).map((manifest) => [manifest.partition, manifest]),
  )
  const dropped: Manifest[] = []
  for (const partition of await expiredPartitions(database, months)) {
    const manifest = exported.get(partition.name)
    if (!manifest) throw new PruneRefused(`${partition.name} is not exported: run audit:export first.`)
    await database.transaction((tx) => dropPartition(tx, partition, manifest))
    dropped.push(manifest)
  }
  return dropped
}

async function dropPartition(tx: Executor, partition: Partition, manifest: Manifest): Promise<void> {
  const { sha256, entries, from, to } = manifest
  const table = raw(`signet_audit.${partition.name}`)
  // The lock prevents new entries between the comparison and the commit.
  await tx.run(sql`LOCK TABLE ${table} IN SHARE MODE`)
  const content = await readEntries(tx, partition, () => undefined)
  if (content.sha256 !== sha256)
    throw new PruneRefused(
      `${partition.name} has ${content.entries} entries, which differ from the ${entries} of its export: it is not dropped.`,
    )
  await recordAudit(tx, {
    actor: actors.instance(),
    action: 'audit.pruned',
    targetType: 'ApplicationConfig',
    targetId: 'instance',
    targetScope: 'instance',
    surface: null,
    projectId: null,
    detail: { from, to, entries, sha256 },
  })
  await tx.run(sql`ALTER TABLE audit_entries DETACH PARTITION ${table}`)
  await tx.run(sql`DROP TABLE ${table}`)
}
