import type { KeyList } from '@signet/contracts'
import type { Command } from 'commander'
import type * as z from 'zod'
import { printJson, projectOf, projectOption, sessionOf, withInstance } from '../connection/session.ts'

export function addKeys(program: Command): void {
  withInstance(program.command('keys').description('list the signing keys of a project'))
    .addOption(projectOption())
    .addHelpText('after', '\nExample:\n  signet keys --project prj_…')
    .action(async (_options: unknown, command: Command) => {
      const session = sessionOf(command)
      const client = await session.open()
      const { keys } = (await client.call('project_key_list', {
        projectId: projectOf(command),
      })) as z.output<typeof KeyList>
      if (session.json) return printJson(session, keys)
      for (const { kid, algorithm, state, createdAt } of keys)
        session.terminal.print(`${kid}  ${algorithm}  ${state}  ${createdAt}`)
    })
}
