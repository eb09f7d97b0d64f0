import { createReadStream, existsSync, mkdirSync, renameSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import type { AnswerOf, ImportResult, Operations } from '@signet/contracts'
import { callConfirmed } from '../connection/client.ts'
import { renewedClient } from '../connection/renewed.ts'
import { fail } from '../failure.ts'
import { downloadUsers } from '../users/download.ts'
import type { Side } from './sides.ts'

type MoveResult = AnswerOf<Operations['project_move_import']>

/** Characters of the recipient in the archive's name: an archive for an earlier recipient is not used again. */
const nameCharacters = 8

interface Archive {
  readonly recipient: string
  readonly folder: string
  /** The source is finished, so that its archive is complete. An earlier archive is not used. */
  readonly isFinal: boolean
}

/**
 * An earlier command may have stored the archive.
 * @returns its path
 */
export async function storeArchive(
  { session, projectId }: Side,
  { recipient, folder, isFinal }: Archive,
): Promise<string> {
  const name = `${projectId}-${recipient.slice(-nameCharacters)}${isFinal ? '-final' : ''}.archive`
  const path = join(folder, name)
  if (existsSync(path)) {
    session.terminal.note(`The archive ${path} is used again. Delete it to download it again.`)
    return path
  }
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  const out = `${path}.part`
  await downloadUsers(session, { projectId, recipient, applications: true, out })
  renameSync(out, path)
  return path
}

export interface Imported {
  readonly applications: Record<MoveResult['applications'][number]['result'], number>
  readonly users: Record<ImportResult['result'], number>
  /** Refused users, and users with another id than their subject. */
  readonly remarks: readonly string[]
}

/** @throws Failure for an incomplete archive */
export async function sendArchive(
  { session, projectId }: Side,
  path: string,
  checkOnly: boolean,
): Promise<Imported> {
  const applications = { created: 0, skipped: 0 }
  const users = { created: 0, updated: 0, skipped: 0, refused: 0 }
  const remarks: string[] = []
  const open = renewedClient(session)
  let sent = 0
  let last = false
  for await (const sealedPart of createInterface({
    input: createReadStream(path),
    crlfDelay: Number.POSITIVE_INFINITY,
  })) {
    const input = { projectId, sealedPart, checkOnly }
    const result = await callConfirmed(await open(), 'project_move_import', input, session.confirming)
    sent += 1
    if (last || result.part !== sent) fail(`${path}: part ${sent} is missing or in another position.`)
    last = result.last
    for (const { result: outcome } of result.applications) applications[outcome] += 1
    for (const { email, result: outcome, reason } of result.users) {
      users[outcome] += 1
      if (reason !== null && outcome !== 'skipped') remarks.push(`${email}: ${outcome}, ${reason}.`)
    }
    session.terminal.note(`${checkOnly ? 'Checked' : 'Imported'} part ${sent}.`)
  }
  if (!last) fail(`${path} is incomplete. Delete it, and repeat the command.`)
  return { applications, users, remarks }
}
