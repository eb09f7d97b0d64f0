import { writeFileSync } from 'node:fs'
import { type ImportedUser, type ImportResult, limits } from '@signet/contracts'
import { type Command, InvalidArgumentError, Option } from 'commander'
import { callConfirmed } from '../connection/client.ts'
import { exits } from '../exits.ts'
import { fail } from '../failure.ts'
import { readText } from '../project-file/document.ts'
import type { MappedUser } from '../users/mapped.ts'
import { problemOf, readUsers, type Source, sources } from '../users/sources.ts'
import { addUsersExport } from './export.ts'
import {
  parseCount,
  printJson,
  projectOf,
  projectOption,
  type Session,
  sessionOf,
  withInstance,
} from './session.ts'

interface ImportOptions {
  readonly from: Source
  readonly checkOnly?: boolean
  readonly skipRefused?: boolean
  readonly signerKey?: string
  readonly saltSeparator: string
  readonly rounds: number
  readonly memCost: number
  readonly rpId?: string
  readonly link: ReadonlyMap<string, string>
  readonly newSubjects?: boolean
  readonly update?: boolean
  readonly report?: string
}

/** Bytes of the users of one call, below the limit of a request. */
const batchBytes = 700_000

const help = `
Every user is checked before the first one is written. A repeated command continues: users that exist are skipped.

Examples:
  signet users import realm.json --from keycloak --project prj_…
  signet users import users.ndjson --from auth0 --check-only
  signet users import users.json --from auth0 --link google-oauth2=google --report report.ndjson
  signet users import users.json --from firebase --signer-key … --salt-separator Bw== --rounds 8 --mem-cost 14`

export function addUsers(program: Command): void {
  const users = program.command('users').description('import and export users')
  addUsersExport(users)
  withInstance(users.command('import').description('create accounts from an export of another system'))
    .argument('<file>', 'export of the other system, - for stdin')
    .addOption(projectOption())
    .addOption(new Option('--from <system>', 'form of the file').choices(sources).makeOptionMandatory())
    .option('--check-only', 'check all users and write nothing')
    .option('--skip-refused', 'import the other users when some are refused')
    .option(
      '--link <name=provider>',
      'provider of the project for one of the other system',
      parseLink,
      new Map(),
    )
    .option('--new-subjects', 'give users new ids, instead of those that applications know (sub)')
    .option('--update', 'give existing users the claims, the profile and the groups of the file')
    .option('--report <file>', 'write the result of each user to this file, as JSON lines')
    .option('--rp-id <host>', 'Keycloak: host of its passkeys, unless the realm names one')
    .option('--signer-key <base64>', 'Firebase: base64_signer_key')
    .option('--salt-separator <base64>', 'Firebase: base64_salt_separator', '')
    .option('--rounds <number>', 'Firebase: rounds', parseCount, 8)
    .option('--mem-cost <number>', 'Firebase: mem_cost', parseCount, 14)
    .addHelpText('after', help)
    .action(async (file: string, options: ImportOptions, command: Command) => {
      const { from, signerKey, saltSeparator, rounds, memCost: memoryCost, rpId } = options
      const firebase = { signerKey, saltSeparator, rounds, memoryCost }
      const mapped = readUsers(from, readText(file), { firebase, rpId, links: options.link })
      await importUsers(sessionOf(command), projectOf(command), mapped, options)
    })
}

/** Collects `--link name=provider` options. */
function parseLink(value: string, links: ReadonlyMap<string, string>): ReadonlyMap<string, string> {
  const at = value.lastIndexOf('=')
  if (at < 1 || at === value.length - 1)
    throw new InvalidArgumentError('must be name=provider, such as google-oauth2=google')
  return new Map([...links, [value.slice(0, at), value.slice(at + 1)]])
}

async function importUsers(
  session: Session,
  projectId: string,
  mapped: readonly MappedUser[],
  options: ImportOptions,
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
