import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import type { FileVerifier } from '@signet/secrets'
import { filesOf, Manifest, manifestSuffix, sha256 } from './manifest.ts'

/** The message names the file that differs from the signed one. */
class ExportBroken extends Error {
  override name = 'ExportBroken'
}

interface ReadManifest {
  readonly manifest: Manifest
  /** SHA-256 of its file. */
  readonly digest: string
}

/**
 * Reads the manifests, the oldest first. Verifies each signature, the chain and the digest of each file.
 * @throws ExportBroken
 */
export async function verifyFolder(folder: string, verifier: FileVerifier): Promise<Manifest[]> {
  const names = (await readdir(folder)).filter((name) => name.endsWith(manifestSuffix))
  const found = await Promise.all(names.map((name) => readManifest(folder, name, verifier)))
  const chain = inOrder(found)
  for (const { file, sha256: expected } of chain)
    if ((await digestOf(join(folder, file))) !== expected)
      throw new ExportBroken(`${file} does not match its manifest.`)
  return chain
}

async function readManifest(folder: string, name: string, verifier: FileVerifier): Promise<ReadManifest> {
  const bytes = await readFile(join(folder, name))
  const signature = await readFile(join(folder, `${name}.sig`)).catch(() => Buffer.alloc(0))
  if (!verifier.verify(bytes, signature)) throw new ExportBroken(`${name} is not signed with this key.`)
  const manifest = Manifest.parse(JSON.parse(bytes.toString()))
  if (filesOf(manifest.partition).manifest !== name)
    throw new ExportBroken(`${name} is the manifest of ${manifest.partition}.`)
  return { manifest, digest: sha256(bytes) }
}

/** A manifest outside the chain means that one is missing. */
function inOrder(found: readonly ReadManifest[]): Manifest[] {
  const after = new Map(found.map((read) => [read.manifest.previous, read]))
  const chain: Manifest[] = []
  for (let next = after.get(null); next; next = after.get(next.digest)) chain.push(next.manifest)
  const apart = found.find(({ manifest }) => !chain.includes(manifest))
  if (apart)
    throw new ExportBroken(`The manifest before ${filesOf(apart.manifest.partition).manifest} is missing.`)
  return chain
}

async function digestOf(file: string): Promise<string> {
  const digest = createHash('sha256')
  try {
    await pipeline(createReadStream(file), digest)
  } catch {
    throw new ExportBroken(`${file} cannot be read.`)
  }
  return digest.digest('hex')
}
