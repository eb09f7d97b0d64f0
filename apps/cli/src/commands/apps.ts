import type { AnswerOf, Operations } from '@signet/contracts'
import type { Command } from 'commander'
import { printJson, projectOf, projectOption, sessionOf, withInstance } from '../connection/session.ts'

type Application = AnswerOf<Operations['client_list']>['clients'][number]

/** Every other operation on applications is `signet call client_…`. */
export function addApps(program: Command): void {
  withInstance(program.command('apps').description('list the applications of a project'))
    .addOption(projectOption())
    .addHelpText('after', '\nExample:\n  signet apps --project prj_…')
    .action(async (_options: unknown, command: Command) => {
      const session = sessionOf(command)
      const client = await session.open()
      const { clients } = await client.call('client_list', { projectId: projectOf(command) })
      if (session.json) return printJson(session, clients)
      for (const one of clients) session.terminal.print(lineOf(one))
    })
}

const lineOf = ({
  clientId,
  clientName,
  tokenEndpointAuthMethod,
  grantTypes,
  problems,
}: Application): string => {
  const count = problems.length
  const shown = count > 0 ? `  ${count} ${count === 1 ? 'problem' : 'problems'}` : ''
  return `${clientId}  ${clientName}  ${tokenEndpointAuthMethod}  ${grantTypes.join(', ')}${shown}`
}
