import { printJson } from '../connection/session.ts'
import { fail } from '../failure.ts'
import { readProject } from '../project-file/read-project.ts'
import { type Imported, sendArchive, storeArchive } from './archive.ts'
import { moveDirectories, moveFile } from './project-file.ts'
import { issuerIn, readMove, type Sides, setMove } from './sides.ts'

interface Choices {
  readonly out: string
  readonly keysUntil?: string
  readonly skipRefused?: boolean
  readonly finish?: boolean
}

interface Issuers {
  readonly from: string
  readonly to: string
}

/** Each step finds out whether it was made before, so a repeated command continues. */
export async function moveProject(sides: Sides, choices: Choices): Promise<void> {
  const { from, to } = sides
  const { terminal, confirming } = from.session
  const [source, target] = [await readMove(from), await readMove(to)]
  const issuers = { from: issuerIn(source, from), to: issuerIn(target, to) }
  if (target.own.sharesKeys)
    fail('The other project is served at the root address. Give it an address of its own.')
  if (choices.finish && source.own.sharesKeys)
    fail('A project at the root address cannot be finished: the administrators sign in there.')
  for (const line of announcement(issuers, choices)) terminal.note(line)
  if (!confirming.yes && !(await terminal.confirm('Move the project?')))
    fail('Not moved. Use --yes to move it without a question.')

  const dates =
    choices.keysUntil === undefined ? {} : { keysUntil: new Date(choices.keysUntil).toISOString() }
  terminal.note('1 of 5: keys of both issuers.')
  const { recipient } = await setMove(to, source, issuers.from, dates)
  if (source.own.sharesKeys)
    terminal.note(`The key set of ${issuers.from} is shared, and does not get the keys of ${issuers.to}.`)
  else await setMove(from, target, issuers.to, dates)
  terminal.note('2 of 5: project file.')
  const file = await readProject(from.session, from.projectId)
  await moveFile(sides, file)
  terminal.note('3 of 5: archive.')
  if (choices.finish) await setMove(from, target, issuers.to, { finished: true })
  const archive = { recipient: recipient ?? '', folder: choices.out, isFinal: choices.finish === true }
  const path = await storeArchive(from, archive)
  terminal.note('4 of 5: applications and users.')
  const checked = await sendArchive(to, path, true)
  for (const remark of checked.remarks) terminal.note(remark)
  if (checked.users.refused > 0 && !choices.skipRefused)
    fail('No application and no user was imported. Correct these users, or use --skip-refused.')
  const imported = await sendArchive(to, path, false)
  terminal.note('5 of 5: directories.')
  await moveDirectories(sides, file)
  report(sides, issuers, imported, choices)
}

const announcement = ({ from, to }: Issuers, { finish }: Choices): string[] => [
  `${from} moves to ${to}.`,
  'Stay: users with their sub, password hashes, authenticators, passkeys of the same host, links and groups; applications with their client ids and secrets.',
  'End: sessions, refresh tokens, consents, recovery codes, pairwise subjects, applications that registered themselves, logs and private keys.',
  finish
    ? `${from} ends all sessions now, and serves only its keys. Discovery names ${to}.`
    : `${from} stays in use until the command is repeated with --finish.`,
]

function report(
  { from }: Sides,
  issuers: Issuers,
  { applications, users }: Imported,
  { finish }: Choices,
): void {
  const { session } = from
  const { terminal } = session
  if (session.json) {
    printJson(session, { issuers, applications, users, finished: finish === true })
    return
  }
  terminal.print(`Applications: ${applications.created} created, ${applications.skipped} skipped.`)
  terminal.print(`Users: ${users.created} created, ${users.skipped} skipped, ${users.refused} refused.`)
  terminal.print(
    `Next: configure ${issuers.to} in applications and APIs, register its redirect address at each provider, and issue`,
  )
  terminal.print('credentials of directories again.')
  if (!finish)
    terminal.print('Then repeat the command with --finish, into a new project when users have changed since.')
}
