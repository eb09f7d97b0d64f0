import { existsSync, writeFileSync } from 'node:fs'
import type { Command } from 'commander'
import { printJson, projectOf, projectOption, sessionOf, withInstance } from '../connection/session.ts'
import { readText } from '../project-file/document.ts'
import { mergeProjectFile, writeProjectFile } from '../project-file/merge.ts'
import { readProject } from '../project-file/read-project.ts'

export function addPull(program: Command): void {
  withInstance(program.command('pull').description('write a project as a file'))
    .addOption(projectOption())
    .option('-f, --file <path>', 'update this file, and keep its comments and references to secrets')
    .addHelpText(
      'after',
      '\nExamples:\n  signet pull --project prj_… > signet.yaml\n  signet pull --project prj_… --file signet.yaml',
    )
    .action(async ({ file: path }: { file?: string }, command: Command) => {
      const session = sessionOf(command)
      const file = await readProject(session, projectOf(command))
      if (session.json) return printJson(session, file)
      if (path === undefined) return session.terminal.print(writeProjectFile(file).trimEnd())
      const text = existsSync(path) ? mergeProjectFile(readText(path), file) : writeProjectFile(file)
      writeFileSync(path, text)
    })
}
