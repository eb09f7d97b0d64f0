import { mkdir, open, readFile, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Database } from '@signet/db'
import { ensureAuditPartitions } from '@signet/db/audit'
import type { FileSigner } from '@signet/secrets'
import { filesOf, type Manifest, sha256 } from './manifest.ts'
import { type Content, closedPartitions, type Partition, readEntries } from './partitions.ts'
import { verifyFolder } from './verify.ts'

interface ExportOptions {
  readonly database: Database
  readonly folder: string
  readonly signer: FileSigner
}

/**
 * Exports every closed partition that is not in the folder, and returns the new manifests. Verifies the folder first, because a new
 * manifest continues its chain.
 */
export async function exportAudit({ database, folder, signer }: ExportOptions): Promise<Manifest[]> {
  await mkdir(folder, { recursive: true })
  await ensureAuditPartitions(database)
  const known = await verifyFolder(folder, signer.verifier)
  const exported = new Set(known.map(({ partition }) => partition))
  const last = known.at(-1)
  let previous = last ? sha256(await readFile(join(folder, filesOf(last.partition).manifest))) : null
  const written: Manifest[] = []
  for (const partition of await closedPartitions(database)) {
    if (exported.has(partition.name)) continue
    const content = await writeEntries(database, folder, partition)
    const manifest = manifestOf(partition, content, previous)
    previous = await writeManifest(folder, manifest, signer)
    written.push(manifest)
  }
  return written
}

async function writeEntries(database: Database, folder: string, partition: Partition): Promise<Content> {
  const file = join(folder, filesOf(partition.name).entries)
  const handle = await open(`${file}.part`, 'w', 0o600)
  try {
    const content = await readEntries(database, partition, (lines) => handle.appendFile(lines))
    await handle.sync()
    await rename(`${file}.part`, file)
    return content
  } finally {
    await handle.close()
  }
}

const manifestOf = ({ name, from, to }: Partition, content: Content, previous: string | null): Manifest => ({
  format: 'signet-audit/1',
  partition: name,
  from: from?.toISOString() ?? null,
  to: to.toISOString(),
  file: filesOf(name).entries,
  ...content,
  previous,
  exportedAt: new Date().toISOString(),
})

/** Writes the manifest last, so that its signature and its entries exist when it does. */
async function writeManifest(folder: string, manifest: Manifest, signer: FileSigner): Promise<string> {
  const files = filesOf(manifest.partition)
  const bytes = Buffer.from(`${JSON.stringify(manifest, null, 2)}\n`)
  await writeFile(join(folder, files.signature), signer.sign(bytes), { mode: 0o600 })
  await writeFile(join(folder, `${files.manifest}.part`), bytes, { mode: 0o600, flush: true })
  await rename(join(folder, `${files.manifest}.part`), join(folder, files.manifest))
  return sha256(bytes)
}
