import { accessSync, constants, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { commandLine } from '@signet/local-servers'
import { Refusal } from './refusal.ts'

/**
 * A second start is refused. Takes over a lock whose process has ended, for example after kill -9.
 * @param program part of the command line of a running holder
 */
export function lockFolder(folder: string, program = 'infra/local/start.ts'): () => void {
  // PostgreSQL runs as another user under root, so other users may traverse the folder, but only the owner may list it.
  try {
    // Recursive creation does not end when the parent cannot contain folders, for example /proc.
    accessSync(nearestExisting(folder), constants.W_OK)
    if (nearestExisting(folder).startsWith('/proc')) throw new Error('it cannot hold folders')
    mkdirSync(folder, { recursive: true, mode: 0o711 })
  } catch (error) {
    throw unwritable(error)
  }
  const file = join(folder, 'start.lock')
  if (!claim(file)) {
    const holder = Number.parseInt(readFileSync(file, 'utf8'), 10)
    // Another program may have the process id now.
    if (commandLine(holder).includes(program))
      throw new Refusal(
        `Signet is already running on ${folder} (process ${holder}): stop it first, or set SIGNET_DATA_DIR to another folder.`,
      )
    rmSync(file, { force: true })
    if (!claim(file)) throw new Refusal(`Another start has just taken ${folder}.`)
  }
  return () => rmSync(file, { force: true })
}

function claim(file: string): boolean {
  try {
    writeFileSync(file, `${process.pid}\n`, { flag: 'wx', mode: 0o600 })
    return true
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'EEXIST') return false
    throw unwritable(error)
  }
}

const unwritable = (error: unknown) =>
  new Refusal(`The data folder cannot be written: ${error instanceof Error ? error.message : error}.`)

const nearestExisting = (folder: string): string =>
  existsSync(folder) ? folder : nearestExisting(dirname(folder))
