import { chmodSync, mkdirSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import type { Command } from 'commander'
import { projectOf, projectOption, type Session, sessionOf, withInstance } from '../connection/session.ts'
import { exits } from '../exits.ts'
import { planAndApply, planFile, show } from '../project-file/apply-plan.ts'
import { readText } from '../project-file/document.ts'
import { writeProjectFile } from '../project-file/merge.ts'
import { readProject } from '../project-file/read-project.ts'
import { type ConvertedRealm, convertRealm } from '../realm/convert.ts'
import { readRealm } from '../realm/export.ts'
import { splitIntoParts } from '../realm/parts.ts'
import { referSecrets } from '../realm/secrets.ts'
import { importUsers } from '../users/import.ts'

interface RealmOptions {
  readonly planOnly?: boolean
  readonly out?: string
  readonly rpId?: string
  readonly skipRefused?: boolean
  readonly newSubjects?: boolean
  readonly report?: string
}

const help = `
Exit code with --plan-only: 0 without changes, 2 with changes, 1 after an error.

Order: groups, APIs, providers and settings, applications, and then the users. A file of more than 25 objects is applied in parts, and
each part is shown and confirmed. A repeated command continues: objects and users that exist are not created again.

Each fact without a counterpart is printed with its path in the export. A provider whose secret is masked needs it in the variable
that the report names. Applications keep their client ids and secrets, users their sub and password.

Examples:
  signet realm import realm.json --project prj_… --plan-only
  signet realm import realm.json --project prj_… --out shop
  signet realm import shop-realm.json shop-users-0.json --project prj_… --yes`

export function addRealm(program: Command): void {
  const realm = program.command('realm').description('import a realm of Keycloak')
  withInstance(realm.command('import').description('convert a realm export into a project and its users'))
    .argument('<files...>', 'realm export (kc.sh export), and its further files with users')
    .addOption(projectOption())
    .option('--plan-only', 'show the report and the changes, and make none')
    .option(
      '--out <folder>',
      'write the project file, its secrets and the users into a folder, and change nothing',
    )
    .option('--rp-id <host>', 'host of the passkeys, unless the realm names one')
    .option('--skip-refused', 'import the other users when some are refused')
    .option('--new-subjects', 'give users new ids, instead of those that applications know (sub)')
    .option('--report <file>', 'write the result of each user to this file, as JSON lines')
    .addHelpText('after', help)
    .action(async (files: string[], options: RealmOptions, command: Command) => {
      const texts = new Map(files.map((file) => [basename(file), readText(file)]))
      const converted = convertRealm(readRealm(texts), { env: process.env, rpId: options.rpId })
      if (options.out !== undefined) return writeFolder(options.out, converted)
      const session = sessionOf(command)
      for (const { path, reason } of converted.findings) session.terminal.note(`${path}: ${reason}.`)
      await importRealm(session, projectOf(command), converted, options)
    })
}

async function importRealm(
  session: Session,
  projectId: string,
  converted: ConvertedRealm,
  options: RealmOptions,
): Promise<void> {
  const parts = splitIntoParts(await readProject(session, projectId), converted)
  const { terminal } = session
  for (const [index, part] of parts.entries()) {
    if (parts.length > 1) terminal.note(`Part ${index + 1} of ${parts.length}.`)
    if (options.planOnly) {
      // A later part needs the objects of the earlier ones, so it has a plan only after these are applied.
      const plan = await planFile(session, projectId, { ...part })
      show(session, plan)
      if (plan.changes.length > 0) process.exitCode = exits.changes
      terminal.note(`${converted.users.length} users.`)
      return
    }
    await planAndApply(session, projectId, { ...part })
  }
  if (converted.users.length > 0) await importUsers(session, projectId, () => converted.users, options)
}

/** Only the owner reads the files. */
function writeFolder(folder: string, { project, sections, users, findings }: ConvertedRealm): void {
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  chmodSync(folder, 0o700)
  const write = (name: string, text: string) => writeFileSync(join(folder, name), text, { mode: 0o600 })
  const { file, secrets } = referSecrets({ version: 1, project, ...sections })
  if (secrets.size > 0) mkdirSync(join(folder, 'secrets'), { recursive: true, mode: 0o700 })
  for (const [name, secret] of secrets) write(name, secret)
  write('signet.yaml', writeProjectFile(file))
  write('users.ndjson', users.map(({ user }) => `${JSON.stringify(user)}\n`).join(''))
  const leftOut = users.flatMap(({ user, leftOut: facts }) =>
    facts.map((fact) => `${user.email}: ${fact} is left out.\n`),
  )
  write('report.txt', [...findings.map(({ path, reason }) => `${path}: ${reason}.\n`), ...leftOut].join(''))
}
