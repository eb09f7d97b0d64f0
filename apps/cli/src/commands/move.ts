import type { Command } from 'commander'
import { otherSessionOf, sessionOf, withInstance } from '../connection/session.ts'
import { moveProject } from '../move/move-project.ts'

interface MoveOptions {
  readonly to: string
  readonly toProject: string
  readonly out: string
  readonly keysUntil?: string
  readonly skipRefused?: boolean
  readonly finish?: boolean
}

const help = `
Both instances need a super administrator: signet login --url for each, or SIGNET_TOKEN and SIGNET_TO_TOKEN. Create the other project
first, with its address. The export needs an approval after a fresh sign-in (--wait 600).

A repeated command continues. Without --finish both projects stay in use, and no session ends: try the new one, and configure it in
applications. With --finish the former address ends all sessions before the archive is downloaded, so that no later change is lost.
Providers need their secrets in SIGNET_SECRET_<ID>.

Examples:
  signet project move prj_… --url https://old.example --to https://new.example --to-project prj_… --wait 600
  signet project move prj_… --url https://old.example --to https://new.example --to-project prj_… --finish --yes --wait 600`

export function addMove(program: Command): void {
  const project = program.command('project').description('move a project')
  withInstance(
    project
      .command('move')
      .description('move a project to another instance')
      .argument('<project>', 'id of the project'),
  )
    .requiredOption('--to <address>', 'address of the other instance')
    .requiredOption('--to-project <id>', 'id of the project at the other instance')
    .option('--out <folder>', 'folder of the encrypted archive', '.')
    .option('--keys-until <time>', 'until when each key set has the keys of both issuers (default: 30 days)')
    .option('--skip-refused', 'import the other users when some are refused')
    .option('--finish', 'end sign-ins at the former address first')
    .addHelpText('after', help)
    .action((projectId: string, options: MoveOptions, command: Command) => {
      const { to, toProject, ...chosen } = options
      const from = { session: sessionOf(command), projectId }
      const target = { session: otherSessionOf(command, to), projectId: toProject }
      return moveProject({ from, to: target }, chosen)
    })
}
