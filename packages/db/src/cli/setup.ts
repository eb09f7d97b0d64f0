import { parseArgs } from 'node:util'
import { runMain } from '@signet/runtime'
import { setup } from '../setup/setup.ts'
import { runCommand, setupOptions } from './environment.ts'

/**
 * `--new-setup-token` prints another first-run token while no administrator exists; `--reader` creates the role `signet_reader`;
 * `--wait` waits for PostgreSQL. Reads DATABASE_URL, SIGNET_BASE_URL and SIGNET_SECRET_KEYS; with SIGNET_MACHINE_KEYS and
 * SIGNET_MACHINE_ACTS_FOR it permits a machine.
 */
await runMain(async () => {
  const flag = { type: 'boolean', default: false } as const
  const { values } = parseArgs({ options: { 'new-setup-token': flag, reader: flag, wait: flag } })
  const options = { ...setupOptions(), renewToken: values['new-setup-token'], reader: values.reader }
  const work: Parameters<typeof runCommand>[0] = async (database, print) => {
    const { state, setupToken } = await setup(database, options)
    if (setupToken !== undefined) print(`setup-token: ${setupToken}`)
    print(
      state === 'done'
        ? 'The database is set up.'
        : 'Migrations are outstanding: run db:migrate, which also completes the set-up.',
    )
  }
  await runCommand(work, { waits: values.wait })
})
