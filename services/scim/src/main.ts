import { openDatabase } from '@signet/db'
import { assertSchema } from '@signet/db/migrate'
import { connectNats, startRelay } from '@signet/events'
import { createLogger, runMain, stopGracefully } from '@signet/runtime'
import { buildApp } from './app.ts'
import { readConfig } from './config.ts'

await runMain(async () => {
  const config = readConfig()
  const logger = createLogger('scim', config.LOG_LEVEL)
  const database = openDatabase({
    url: config.DATABASE_URL,
    poolSize: config.SIGNET_DATABASE_POOL,
    name: 'scim',
  })
  await assertSchema(database)
  const nats = connectNats({ url: config.NATS_URL, name: 'scim', logger })
  const relay = startRelay({ database, nats, logger })
  const app = await buildApp({ config, logger, database })
  await app.listen({ host: config.HOST, port: config.PORT })
  stopGracefully(logger, [
    { name: 'http', close: () => app.close() },
    { name: 'relay', close: () => relay.close() },
    { name: 'nats', close: () => nats.close() },
    { name: 'database', close: () => database.close() },
  ])
})
