import { runCommand } from '@signet/db/cli/environment'
import { connectNats } from '@signet/events'
import { commonEnv, createLogger, natsEnv, readEnv, runMain } from '@signet/runtime'
import { endUntrusted } from './end-untrusted.ts'
import { changesLost } from './lost-changes.ts'

/**
 * Runs db:after-restore while the services are stopped. Reads DATABASE_URL and SIGNET_BASE_URL; with NATS_URL it also lists the changes
 * after the restore point, one JSON document per line.
 */
await runMain(async () => {
  const env = readEnv({
    SIGNET_BASE_URL: commonEnv.SIGNET_BASE_URL,
    ...natsEnv,
    NATS_URL: natsEnv.NATS_URL.optional(),
  })
  await runCommand(async (database, print) => {
    const { restoredTo, ended } = await endUntrusted(database, env.SIGNET_BASE_URL)
    print(`The database is as it was at ${restoredTo?.toISOString() ?? 'its beginning'}.`)
    for (const [what, count] of ended) print(`${what}: ${count} ended`)
    if (!env.NATS_URL) {
      print('Changes after that are lost. With NATS_URL set, this command lists them from the AUDIT stream.')
      return
    }
    const logger = createLogger('after-restore', 'silent')
    const nats = connectNats({
      url: env.NATS_URL,
      credentials: env,
      name: 'operator',
      declaresStreams: false,
      logger,
    })
    const lost = await changesLost(nats, restoredTo).finally(() => nats.close())
    print(`${lost.length} changes were made after that and are lost:`)
    for (const change of lost) print(JSON.stringify(change))
  })
})
