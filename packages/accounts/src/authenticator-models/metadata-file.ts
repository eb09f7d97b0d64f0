import { readFile, stat } from 'node:fs/promises'
import type { Logger } from '@signet/runtime'
import type { AuthenticatorMetadata } from './read-metadata.ts'

/** Bytes; the published file has 9 MB. */
const maxBytes = 64 * 1024 * 1024

export interface MetadataFiles {
  readonly SIGNET_FIDO_METADATA_FILE?: string | undefined
  readonly SIGNET_FIDO_METADATA_ROOT_FILE?: string | undefined
}

/** The operator's copy: `absent` without a file, `unusable` when it cannot be read or verified. */
export type MetadataState = AuthenticatorMetadata | 'absent' | 'unusable'

export interface AuthenticatorModels {
  read(): Promise<MetadataState>
}

/**
 * Reads the copy when first needed and again after its file was replaced. A copy that cannot be verified replaces a verified one: the
 * file decides, not the time at which the service was started.
 */
export function openAuthenticatorModels(files: MetadataFiles, logger: Logger): AuthenticatorModels {
  const { SIGNET_FIDO_METADATA_FILE: path, SIGNET_FIDO_METADATA_ROOT_FILE: rootPath } = files
  let version = ''
  let current: Promise<MetadataState> = Promise.resolve('absent')
  const refused = (error: unknown): MetadataState => {
    const reason = error instanceof Error ? error.message : String(error)
    logger.error({ file: path, reason }, 'the metadata of authenticators cannot be used')
    return 'unusable'
  }
  return {
    async read() {
      if (!path) return 'absent'
      const found = await versionOf([path, ...(rootPath ? [rootPath] : [])]).catch(refused)
      if (typeof found === 'string' && found === 'unusable') return found
      if (found !== version) {
        version = String(found)
        current = readFiles(path, rootPath).catch(refused)
      }
      return current
    },
  }
}

/**
 * Returns `absent` when no file is named.
 * @throws Error with the reason when a file cannot be read or the copy is not valid
 */
export async function readMetadataCopy(files: MetadataFiles): Promise<AuthenticatorMetadata | 'absent'> {
  const { SIGNET_FIDO_METADATA_FILE: path, SIGNET_FIDO_METADATA_ROOT_FILE: rootPath } = files
  if (!path) return 'absent'
  await versionOf([path, ...(rootPath ? [rootPath] : [])])
  return readFiles(path, rootPath)
}

async function versionOf(paths: readonly string[]): Promise<string> {
  const stats = await Promise.all(paths.map((path) => stat(path)))
  if (stats.some(({ size }) => size > maxBytes)) throw new Error('The file is larger than 64 MiB.')
  return stats.map(({ ino, size, mtimeMs }) => `${ino} ${size} ${mtimeMs}`).join(', ')
}

/** Loads the library of WebAuthn only for a file: it takes several MiB. */
async function readFiles(path: string, rootPath: string | undefined): Promise<AuthenticatorMetadata> {
  const { certificatesIn, readMetadata } = await import('./read-metadata.ts')
  const text = await readFile(path, 'utf8')
  return rootPath ? readMetadata(text, certificatesIn(await readFile(rootPath, 'utf8'))) : readMetadata(text)
}
