import { Command } from 'commander'
import manifest from '../package.json' with { type: 'json' }
import { addApi } from './commands/api.ts'
import { addApps } from './commands/apps.ts'
import { addAudit } from './commands/audit.ts'
import { addCompletion } from './commands/completion.ts'
import { addDoctor } from './commands/doctor.ts'
import { addExport } from './commands/export.ts'
import { addKeys } from './commands/keys.ts'
import { addLogin } from './commands/login.ts'
import { addMove } from './commands/move.ts'
import { addOpen } from './commands/open.ts'
import { addOperations } from './commands/operations.ts'
import { addProjectFile } from './commands/project-file.ts'
import { addRealm } from './commands/realm.ts'
import { addUsers } from './commands/users.ts'

const help = `
Environment:
  SIGNET_URL               address of the instance
  SIGNET_PROJECT           id of the project
  SIGNET_TOKEN             token of an agent or a machine, instead of a login
  SIGNET_TO_TOKEN          token for the other instance of project move
  SIGNET_CLIENT_ID         machine that the command acts as
  SIGNET_CLIENT_KEY_FILE   private key of the machine, as a JWK or PKCS #8
  SIGNET_ID_TOKEN          OpenID token of a CI job
  NO_COLOR                 no colors

Examples:
  signet login --url https://id.example
  signet pull --project prj_… > signet.yaml
  signet plan --project prj_… && signet apply --project prj_…`

export function createProgram(): Command {
  const program = new Command('signet')
    .description('Manages a Signet instance from the command line.')
    .version(manifest.version)
    .showHelpAfterError('(add --help for the options)')
    .addHelpText('after', help)
  addLogin(program)
  addProjectFile(program)
  addUsers(program)
  addRealm(program)
  addExport(program)
  addMove(program)
  addApps(program)
  addAudit(program)
  addKeys(program)
  addDoctor(program)
  addOpen(program)
  addApi(program)
  addOperations(program)
  addCompletion(program)
  return program
}
