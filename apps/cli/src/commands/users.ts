import { type Command, InvalidArgumentError, Option } from 'commander'
import { parseCount, projectOf, projectOption, sessionOf, withInstance } from '../connection/session.ts'
import { type ImportChoices, importUsers } from '../users/import.ts'
import { openFile, usersIn } from '../users/read-file.ts'
import { type Source, sources } from '../users/sources.ts'
import { addUsersExport } from './export.ts'

interface ImportOptions extends ImportChoices {
  readonly from: Source
  readonly signerKey?: string
  readonly saltSeparator: string
  readonly rounds: number
  readonly memCost: number
  readonly rpId?: string
  readonly link: ReadonlyMap<string, string>
}

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
      const facts = { firebase, rpId, links: options.link }
      const opened = await openFile(file)
      try {
        const users = () => usersIn(from, opened.path, facts)
        await importUsers(sessionOf(command), projectOf(command), users, options)
      } finally {
        opened.close()
      }
    })
}

function parseLink(value: string, links: ReadonlyMap<string, string>): ReadonlyMap<string, string> {
  const at = value.lastIndexOf('=')
  if (at < 1 || at === value.length - 1)
    throw new InvalidArgumentError('must be name=provider, such as google-oauth2=google')
  return new Map([...links, [value.slice(0, at), value.slice(at + 1)]])
}
