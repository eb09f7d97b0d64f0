import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Command } from 'commander'
import { projectOf, projectOption, sessionOf, withInstance } from '../connection/session.ts'
import { writeProjectFile } from '../project-file/merge.ts'
import { readProject } from '../project-file/read-project.ts'
import { downloadUsers } from '../users/download.ts'

const recipientOption = [
  '--recipient <age1…>',
  'add password hashes and seeds, and encrypt the file for this recipient of age',
] as const

const hashes = `
A file without a recipient has neither password hashes nor seeds. Hashes need a super administrator, who approves the export in the
console after a fresh sign-in (--wait 600). Decrypt the file with age -d -i key.txt.`

export function addUsersExport(users: Command): void {
  withInstance(users.command('export').description('write the users of a project as NDJSON'))
    .addOption(projectOption())
    .option('--out <file>', 'write to this file instead of stdout')
    .option(...recipientOption)
    .addHelpText(
      'after',
      `${hashes}

Examples:
  signet users export --project prj_… > users.ndjson
  signet users export --project prj_… --recipient age1… --out users.ndjson.age --wait 600`,
    )
    .action(async (options: { out?: string; recipient?: string }, command: Command) => {
      const session = sessionOf(command)
      const users = await downloadUsers(session, { projectId: projectOf(command), ...options })
      session.terminal.note(`Exported ${users} users.`)
    })
}

export function addExport(program: Command): void {
  withInstance(
    program
      .command('export')
      .description('write a project and its users into a folder')
      .argument('<project>', 'id of the project'),
  )
    .option('--out <folder>', 'folder of the files', '.')
    .option(...recipientOption)
    .addHelpText(
      'after',
      `${hashes}

The folder gets signet.yaml and users.ndjson (users.ndjson.age with a recipient). Private keys, client secrets, sessions and the audit are
not exported. Import both with apply and users import.

Example:
  signet export prj_… --out shop`,
    )
    .action(async (projectId: string, options: { out: string; recipient?: string }, command: Command) => {
      const session = sessionOf(command)
      const { out, recipient } = options
      mkdirSync(out, { recursive: true, mode: 0o700 })
      writeFileSync(join(out, 'signet.yaml'), writeProjectFile(await readProject(session, projectId)))
      const file = join(out, recipient === undefined ? 'users.ndjson' : 'users.ndjson.age')
      const users = await downloadUsers(session, { projectId, recipient, out: file })
      session.terminal.note(`Exported the project and ${users} users to ${out}.`)
    })
}
