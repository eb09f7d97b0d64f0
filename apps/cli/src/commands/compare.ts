import { existsSync } from 'node:fs'
import type { Command } from 'commander'
import { printJson, type Session, sessionOf, withInstance } from '../connection/session.ts'
import { exits } from '../exits.ts'
import { planAndApply } from '../project-file/apply-plan.ts'
import { differences } from '../project-file/difference.ts'
import { parseProjectDocument, readText } from '../project-file/document.ts'
import { readProject } from '../project-file/read-project.ts'

const readSide = async (session: Session, side: string): Promise<unknown> =>
  existsSync(side) ? parseProjectDocument(readText(side), side) : readProject(session, side)

export function addDiff(program: Command): void {
  withInstance(
    program
      .command('diff')
      .description('compare two projects or files')
      .argument('<from>', 'id of a project, or a file')
      .argument('<to>', 'id of a project, or a file'),
  )
    .addHelpText(
      'after',
      '\nExit code: 0 without a difference, 2 with one, 1 after an error.\n\nExample:\n  signet diff signet.yaml prj_…',
    )
    .action(async (from: string, to: string, _options: unknown, command: Command) => {
      const session = sessionOf(command)
      const found = differences(await readSide(session, from), await readSide(session, to))
      if (session.json) printJson(session, found)
      else
        for (const { path, from: before, to: after } of found) {
          const { terminal } = session
          terminal.print(path)
          if (before !== undefined) terminal.print(terminal.style('red', `  - ${JSON.stringify(before)}`))
          if (after !== undefined) terminal.print(terminal.style('green', `  + ${JSON.stringify(after)}`))
        }
      if (found.length > 0) process.exitCode = exits.changes
    })
}

export function addPromote(program: Command): void {
  withInstance(
    program
      .command('promote')
      .description('make a project equal to another one, except for its name, plan and migration hook')
      .argument('<from>', 'id of the project that is copied')
      .argument('<to>', 'id of the project that changes'),
  )
    .addHelpText(
      'after',
      '\nDirectories are left as they are. Secrets are not copied: providers keep theirs, and a new provider needs a file with secretFrom.\n\nExample:\n  signet promote prj_staging prj_production',
    )
    .action(async (from: string, to: string, _options: unknown, command: Command) => {
      const session = sessionOf(command)
      // Directories, the plan and the migration hook belong to one environment.
      const { project, directories: _directories, ...file } = await readProject(session, from)
      const {
        name: _name,
        plan: _plan,
        migrationHook: _hook,
        ...settings
      } = project as Record<string, unknown>
      await planAndApply(session, to, { ...file, project: settings })
    })
}
