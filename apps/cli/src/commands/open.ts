import { spawn } from 'node:child_process'
import type { Command } from 'commander'
import { projectOption, sessionOf, withInstance } from '../connection/session.ts'

interface OpenOptions {
  readonly project?: string
  readonly print?: boolean
}

const openers: Readonly<Partial<Record<NodeJS.Platform, readonly string[]>>> = {
  darwin: ['open'],
  win32: ['rundll32', 'url.dll,FileProtocolHandler'],
}

export function addOpen(program: Command): void {
  withInstance(program.command('open').description('open the console, or a project in it, in the browser'))
    .addOption(projectOption())
    .option('--print', 'only print the address')
    .addHelpText('after', '\nExample:\n  signet open --project prj_…')
    .action((options: OpenOptions, command: Command) => {
      const { origin, terminal } = sessionOf(command)
      const path = options.project === undefined ? '' : `projects/${encodeURIComponent(options.project)}`
      const address = `${origin}/admin/${path}`
      terminal.print(address)
      if (!options.print) openInBrowser(address, terminal.note)
    })
}

function openInBrowser(address: string, note: (line: string) => void): void {
  const [command = 'xdg-open', ...args] = openers[process.platform] ?? []
  const child = spawn(command, [...args, address], { stdio: 'ignore', detached: true })
  child.once('error', () => note('No program opens a browser here: open the printed address.'))
  child.unref()
}
