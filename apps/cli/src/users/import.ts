import { writeFileSync } from 'node:fs'
import { type ImportedUser, type ImportResult, limits } from '@signet/contracts'
import { printJson, type Session } from '../commands/session.ts'
import { callConfirmed } from '../connection/client.ts'
import { exits } from '../exits.ts'
import { fail } from '../failure.ts'
import type { MappedUser } from './mapped.ts'
import { problemOf } from './sources.ts'

/** Options of an import that do not depend on the other system. */
export interface ImportChoices {
  readonly checkOnly?: boolean
  readonly skipRefused?: boolean
  readonly newSubjects?: boolean
  readonly update?: boolean
  readonly report?: string
}

/** Bytes of the users of one call, below the limit of a request. */
const batchBytes = 700_000

/** Checks all users, and imports them when none is refused. */
export async function importUsers(
  session: Session,
  projectId: string,
  mapped: readonly MappedUser[],
  options: ImportChoices,
): Promise<void> {
  const { checkOnly = false, skipRefused = false, update: updateExisting = false } = options
  const { terminal } = session
  for (const { user, leftOut } of mapped)
    for (const fact of leftOut) terminal.note(`${user.email}: ${fact} is left out.`)
  const problems = mapped.map((one) => problemOf(one))
  const valid = mapped.filter((_one, index) => problems[index] === null).map(({ user }) => user)
  /** Inserts the malformed users at their positions. */
  const withProblems = (results: readonly ImportResult[]): ImportResult[] => {
    const rest = results.values()
    return mapped.flatMap(({ user }, index): ImportResult[] => {
      const reason = problems[index] ?? null
      if (reason !== null) return [{ email: user.email, result: 'refused', userId: null, reason }]
      const next = rest.next()
      return next.done ? [] : [next.value]
    })
  }
  const users = options.newSubjects ? valid.map(({ subject: _subject, ...user }) => user) : valid
  const checked = withProblems(await send(session, { projectId, users, checkOnly: true, updateExisting }))
  const refused = checked.filter(({ result }) => result === 'refused')
  for (const { email, reason } of refused) terminal.note(`${email}: refused, ${reason}.`)
  const finish = (results: readonly ImportResult[], verb: string): void => {
    if (options.report !== undefined) writeReport(options.report, mapped, results)
    report(session, results, verb)
  }
  if (checkOnly || (refused.length > 0 && !skipRefused)) {
    finish(checked, 'checked')
    if (refused.length > 0) process.exitCode = exits.error
    if (!checkOnly) fail('Nothing was imported. Correct these users, or use --skip-refused.')
    return
  }
  finish(
    withProblems(await send(session, { projectId, users, checkOnly: false, updateExisting })),
    'imported',
  )
}

/** Writes one line for each user, in the order of the file. */
function writeReport(path: string, mapped: readonly MappedUser[], results: readonly ImportResult[]): void {
  const lines = results.map((result, index) =>
    JSON.stringify({ user: index + 1, ...result, leftOut: mapped[index]?.leftOut ?? [] }),
  )
  writeFileSync(path, lines.map((line) => `${line}\n`).join(''), { mode: 0o600 })
}

interface Sending {
  readonly projectId: string
  readonly users: readonly ImportedUser[]
  readonly checkOnly: boolean
  readonly updateExisting: boolean
}

/** Sends the users in calls of a bounded size. */
async function send(session: Session, { users, ...options }: Sending): Promise<ImportResult[]> {
  const client = await session.open()
  const results: ImportResult[] = []
  for (const batch of batchesOf(users)) {
    const input = { ...options, users: batch }
    const answer = await callConfirmed(client, 'project_user_import', input, session.confirming)
    results.push(...answer.results)
    session.terminal.note(
      `${options.checkOnly ? 'Checked' : 'Imported'} ${results.length} of ${users.length}.`,
    )
  }
  return results
}

function batchesOf(users: readonly ImportedUser[]): ImportedUser[][] {
  const batches: ImportedUser[][] = []
  let bytes = Number.POSITIVE_INFINITY
  for (const user of users) {
    const own = Buffer.byteLength(JSON.stringify(user))
    const last = batches.at(-1)
    if (last && last.length < limits.importedUsers && bytes + own <= batchBytes) last.push(user)
    else batches.push([user])
    bytes = (last === batches.at(-1) ? bytes : 0) + own
  }
  return batches
}

function report(session: Session, results: readonly ImportResult[], verb: string): void {
  if (session.json) {
    printJson(session, results)
    return
  }
  const count = (result: ImportResult['result']) => results.filter((one) => one.result === result).length
  session.terminal.print(
    `${results.length} ${verb}: ${count('created')} created, ${count('updated')} updated, ${count('skipped')} skipped, ${count('refused')} refused.`,
  )
}
