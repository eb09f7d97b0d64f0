import type { Command } from 'commander'
import { readLogin, storeLogin } from '../connection/credentials.ts'
import { loginByDevice } from '../connection/device-login.ts'
import { readMetadata } from '../connection/endpoints.ts'
import { machineToken } from '../connection/machine-login.ts'
import { sessionOf, withInstance } from '../connection/session.ts'

const help = `
Examples:
  signet login --url https://id.example
  SIGNET_CLIENT_ID=deploy SIGNET_CLIENT_KEY_FILE=key.json signet login --machine --url https://id.example

A machine stores nothing: each command requests a token of its own. SIGNET_TOKEN replaces every login.
In a job of GitHub Actions with id-token: write, or with SIGNET_ID_TOKEN, the machine needs no key.`

export function addLogin(program: Command): void {
  withInstance(program.command('login').description('sign in to an instance'))
    .option('--machine', 'check the identity of a machine (private_key_jwt or the OpenID token of a CI job)')
    .addHelpText('after', help)
    .action(async (options: { machine?: boolean }, command: Command) => {
      const session = sessionOf(command)
      const { env, origin, terminal } = session
      if (options.machine) await machineToken(env, origin)
      else storeLogin(env, origin, await loginByDevice(await readMetadata(origin), origin, terminal))
      terminal.note(`Signed in to ${origin}.`)
    })
  withInstance(program.command('logout').description('remove the stored login of an instance')).action(
    (_options: unknown, command: Command) => {
      const { env, origin, terminal } = sessionOf(command)
      const known = readLogin(env, origin)
      if (known) storeLogin(env, origin, undefined)
      terminal.note(known ? `Signed out of ${origin}.` : `No login for ${origin}.`)
    },
  )
}
