import { closeSync, openSync, writeSync } from 'node:fs'
import { type ImportedUser, type ImportResult, limits } from '@signet/contracts'
import { callConfirmed } from '../connection/client.ts'
import { renewedClient } from '../connection/renewed.ts'
import { printJson, type Session } from '../connection/session.ts'
import { exits } from '../exits.ts'
import { fail } from '../failure.ts'
import type { MappedUser } from './mapped.ts'
import { problemOf } from './sources.ts'

export interface ImportChoices {
  readonly checkOnly?: boolean
  readonly skipRefused?: boolean
  readonly newSubjects?: boolean
  readonly update?: boolean
  readonly report?: string
}

/** Each call reads the file from its start: all users are checked before the first one is imported. */
export type UserSource = () => AsyncIterable<MappedUser> | Iterable<MappedUser>

/** Users of one call, below the limit of a request. */
const batchBytes = 700_000

/** Checks all users first, and imports none when one is refused. */
export async function importUsers(
  session: Session,
  projectId: string,
  users: UserSource,
  options: ImportChoices,
): Promise<void> {
  const { checkOnly = false, skipRefused = false } = options
  const checking = { projectId, users, options, checkOnly: true }
  const checked = await run(session, checking)
  if (checkOnly || (checked.counts.refused > 0 && !skipRefused)) {
    print(session, checked, 'checked')
    if (checked.counts.refused > 0) process.exitCode = exits.error
    if (!checkOnly) fail('Nothing was imported. Correct these users, or use --skip-refused.')
    return
  }
  print(session, await run(session, { ...checking, checkOnly: false, total: checked.total }), 'imported')
}

interface Run {
  readonly projectId: string
  readonly users: UserSource
  readonly options: ImportChoices
  readonly checkOnly: boolean
  readonly total?: number
}

interface Outcome {
  readonly total: number
  readonly counts: Record<ImportResult['result'], number>
  /** Filled for `--json` only, so that memory does not depend on the number of users. */
  readonly results: ImportResult[]
}

/** One call is in memory at a time. */
async function run(session: Session, { users, options, total, ...call }: Run): Promise<Outcome> {
  const { terminal } = session
  const send = sender(session, { ...call, updateExisting: options.update ?? false })
  const counts = { created: 0, updated: 0, skipped: 0, refused: 0 }
  const results: ImportResult[] = []
  // A killed import leaves the lines of its users.
  const report = options.report === undefined ? null : openSync(options.report, 'w', 0o600)
  let done = 0
  try {
    for await (const batch of batchesOf(users())) {
      const answered = await sendBatch(batch, send, options)
      for (const [index, result] of answered.entries()) {
        const { leftOut = [], line } = batch[index] ?? {}
        counts[result.result] += 1
        if (session.json) results.push(result)
        done += 1
        const position = line === undefined ? `User ${done}` : `Line ${line}`
        if (call.checkOnly) noteProblems(session, position, result, leftOut)
        if (report !== null) writeSync(report, `${JSON.stringify({ user: done, ...result, leftOut })}\n`)
      }
      terminal.note(
        `${call.checkOnly ? 'Checked' : 'Imported'} ${done}${total === undefined ? '' : ` of ${total}`}.`,
      )
    }
  } finally {
    if (report !== null) closeSync(report)
  }
  return { total: done, counts, results }
}

function noteProblems(
  { terminal }: Session,
  position: string,
  { email, result, reason }: ImportResult,
  leftOut: readonly string[],
): void {
  for (const fact of leftOut) terminal.note(`${position}, ${email}: ${fact} is left out.`)
  if (result === 'refused') terminal.note(`${position}, ${email}: refused, ${reason}.`)
}

/**
 * Sends the well-formed users.
 * @returns a result for each user of the batch, in their order
 */
async function sendBatch(
  batch: readonly MappedUser[],
  send: (users: ImportedUser[]) => Promise<readonly ImportResult[]>,
  { newSubjects = false }: ImportChoices,
): Promise<ImportResult[]> {
  const problems = batch.map((one) => problemOf(one))
  const valid = batch.filter((_one, index) => problems[index] === null).map(({ user }) => user)
  const sent = newSubjects ? valid.map(({ subject: _subject, ...user }) => user) : valid
  const rest = (sent.length > 0 ? await send(sent) : []).values()
  return batch.flatMap(({ user }, index): ImportResult[] => {
    const reason = problems[index] ?? null
    if (reason !== null) return [{ email: user.email, result: 'refused', userId: null, reason }]
    const next = rest.next()
    return next.done ? [] : [next.value]
  })
}

function sender(
  session: Session,
  call: { readonly projectId: string; readonly checkOnly: boolean; readonly updateExisting: boolean },
) {
  const open = renewedClient(session)
  return async (users: ImportedUser[]): Promise<readonly ImportResult[]> =>
    (await callConfirmed(await open(), 'project_user_import', { ...call, users }, session.confirming)).results
}

async function* batchesOf(
  users: AsyncIterable<MappedUser> | Iterable<MappedUser>,
): AsyncGenerator<readonly MappedUser[]> {
  let batch: MappedUser[] = []
  let bytes = 0
  for await (const one of users) {
    const own = Buffer.byteLength(JSON.stringify(one.user))
    if (batch.length > 0 && (batch.length === limits.importedUsers || bytes + own > batchBytes)) {
      yield batch
      batch = []
      bytes = 0
    }
    batch.push(one)
    bytes += own
  }
  if (batch.length > 0) yield batch
}

function print(session: Session, { total, counts, results }: Outcome, verb: string): void {
  const { created, updated, skipped, refused } = counts
  if (session.json) printJson(session, results)
  else
    session.terminal.print(
      `${total} ${verb}: ${created} created, ${updated} updated, ${skipped} skipped, ${refused} refused.`,
    )
}
