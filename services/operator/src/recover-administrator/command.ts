import { parseArgs } from 'node:util'
import { runCommand } from '@signet/db/cli/environment'
import { commonEnv, readEnv, runMain } from '@signet/runtime'
import { recoverAdministrator } from './recover.ts'

const flag = { type: 'boolean', default: false } as const

/**
 * Runs admin:recover --email <address> [--create] [--super] [--forget-authenticator] [--allow-passwords]. Reads DATABASE_URL and
 * SIGNET_BASE_URL. The holder of the printed link gets access to the account.
 */
await runMain(async () => {
  const { values } = parseArgs({
    options: {
      email: { type: 'string' },
      create: flag,
      super: flag,
      'forget-authenticator': flag,
      'allow-passwords': flag,
    },
  })
  const { email } = values
  if (!email?.includes('@')) throw new Error('Set the address of the administrator: --email <address>.')
  const { SIGNET_BASE_URL: baseUrl } = readEnv({ SIGNET_BASE_URL: commonEnv.SIGNET_BASE_URL })
  await runCommand(async (database, print) => {
    const { url, expiresAt } = await recoverAdministrator(database, baseUrl, {
      email,
      create: values.create,
      superAdministrator: values.super,
      forgetAuthenticator: values['forget-authenticator'],
      allowPasswords: values['allow-passwords'],
    })
    print(`${email} chooses a password at ${url}`)
    print(`It works once, until ${expiresAt.toISOString()}.`)
  })
})
