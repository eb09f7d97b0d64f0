import { runCommand } from '@signet/db/cli/environment'
import { runMain } from '@signet/runtime'
import { readStoredSettings, resetSetting, setSetting } from './stored-settings.ts'

const usage = 'Use: settings, settings set <key> <value as JSON>, or settings reset <key>.'

/**
 * Runs settings [set <key> <value> | reset <key>]. Reads DATABASE_URL and works while no service starts. Lists the stored settings and
 * their problems, and exits with 1 when there are problems.
 */
await runMain(async () => {
  const [action, key, value, ...rest] = process.argv.slice(2)
  await runCommand(async (database, print) => {
    if (action === 'set' && key !== undefined && value !== undefined && rest.length === 0)
      await setSetting(database, key, value)
    else if (action === 'reset' && key !== undefined && value === undefined) await resetSetting(database, key)
    else if (action !== undefined) throw new Error(usage)
    const { stored, problems } = await readStoredSettings(database)
    for (const [name, current] of stored) print(`${name} = ${JSON.stringify(current)}`)
    if (stored.length === 0) print('No setting is stored: each has its default.')
    for (const { key: about, message } of problems) print(`problem: ${about} ${message}`)
    if (problems.length > 0) process.exitCode = 1
  })
})
