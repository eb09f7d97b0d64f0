import type { AdminClient } from '@signet/contracts'
import { type Command, InvalidArgumentError, Option } from 'commander'
import { fail } from '../failure.ts'
import { openTerminal, type Terminal } from '../terminal.ts'
import { originOf } from './address.ts'
import { type Confirming, openClient } from './client.ts'
import { readToken } from './token.ts'

interface CommonOptions {
  readonly url?: string
  readonly json?: boolean
  readonly yes?: boolean
  readonly wait?: number
}

export interface Session {
  readonly env: NodeJS.ProcessEnv
  readonly origin: string
  readonly terminal: Terminal
  readonly json: boolean
  readonly confirming: Confirming
  open(): Promise<AdminClient>
  token(): Promise<string>
}

export function parseCount(value: string): number {
  const count = Number(value)
  if (!Number.isInteger(count) || count < 0) throw new InvalidArgumentError('must be a whole number')
  return count
}

export const withInstance = (command: Command): Command =>
  command
    .addOption(new Option('--url <address>', 'address of the instance').env('SIGNET_URL'))
    .option('--json', 'print the result as JSON')
    .option('-y, --yes', 'confirm without a question')
    .option('--wait <seconds>', 'wait for the approval of an administrator', parseCount)

export const projectOption = (): Option =>
  new Option('--project <id>', 'id of the project').env('SIGNET_PROJECT')

export const sessionOf = (command: Command): Session =>
  sessionAt(command, command.opts<CommonOptions>().url, process.env)

/** The token of the other instance never comes from the variables of the first one. */
export function otherSessionOf(command: Command, url: string): Session {
  const { SIGNET_TOKEN: _token, SIGNET_CLIENT_ID: _client, SIGNET_TO_TOKEN: token, ...env } = process.env
  return sessionAt(command, url, { ...env, ...(token === undefined ? {} : { SIGNET_TOKEN: token }) })
}

function sessionAt(command: Command, url: string | undefined, env: NodeJS.ProcessEnv): Session {
  const { json = false, yes = false, wait = 0 } = command.opts<CommonOptions>()
  const origin = originOf(url)
  const terminal = openTerminal(env)
  const token = () => readToken(env, origin)
  return {
    env,
    origin,
    terminal,
    json,
    confirming: { terminal, yes, waitSeconds: wait },
    token,
    open: async () => openClient(origin, await token(), terminal.note),
  }
}

export const projectOf = (command: Command): string =>
  command.opts<{ project?: string }>().project ??
  fail('Name the project: --project prj_…, or SIGNET_PROJECT.')

export const printJson = ({ terminal }: Session, value: unknown): void =>
  terminal.print(JSON.stringify(value, null, 2))
