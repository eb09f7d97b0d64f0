import { existsSync, mkdtempSync, statfsSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const inMemory = '/dev/shm'
const neededBytes = 6 * 2 ** 30

/**
 * Uses memory if 6 GiB are free: PostgreSQL creates and deletes some hundred files per copy of a database, and ext4 searches longer for
 * a free inode after each deletion.
 */
export function makeServerFolder(prefix: string): string {
  return mkdtempSync(join(hasRoom() ? inMemory : tmpdir(), prefix))
}

function hasRoom(): boolean {
  if (!existsSync(inMemory)) return false
  const { bavail, bsize } = statfsSync(inMemory)
  return bavail * bsize >= neededBytes
}
