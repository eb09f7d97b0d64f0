import { openDatabase } from '@signet/db'
import { assertSchema } from '@signet/db/migrate'
import { loadSettings } from '@signet/directory'
import { connectNats, startFaults, startRelay } from '@signet/events'
import { createEgress, createLogger, runMain, stopGracefully } from '@signet/runtime'
import { createPasswordHasher, createVault, secretKeys } from '@signet/secrets'
import { buildApp } from './app.ts'
import { readConfig } from './config.ts'
import { startLogoutDelivery } from './logout/deliver.ts'
import { startSweeper } from './storage/sweep.ts'

await runMain(async () => {
  const config = readConfig()
  const logger = createLogger('auth', config.LOG_LEVEL)
  const database = openDatabase({
    url: config.DATABASE_URL,
    poolSize: config.SIGNET_DATABASE_POOL,
    name: 'auth',
  })
  await assertSchema(database)
  const nats = connectNats({ url: config.NATS_URL, name: 'auth', logger })
  const relay = startRelay({ database, nats, logger })
  const sweeper = startSweeper(database, logger)
  const { 'errorStore.queueDepth': queueDepth } = await loadSettings(database)
  const faults = startFaults({ service: 'auth', nats, logger, queueDepth })
  const passwords = createPasswordHasher()
  const deps = {
    config,
    logger,
    database,
    vault: createVault(secretKeys(config.SIGNET_SECRET_KEYS)),
    passwords,
    faults,
    egress: createEgress({ allow: config.SIGNET_EGRESS_ALLOW }),
  }
  const app = await buildApp(deps)
  const logout = startLogoutDelivery(deps, nats)
  await app.listen({ host: config.HOST, port: config.PORT })
  stopGracefully(logger, [
    { name: 'http', close: () => app.close() },
    { name: 'logout', close: () => logout.close() },
    { name: 'sweeper', close: () => sweeper.close() },
    { name: 'faults', close: () => faults.close() },
    { name: 'relay', close: () => relay.close() },
    { name: 'nats', close: () => nats.close() },
    { name: 'passwords', close: () => passwords.close() },
    { name: 'database', close: () => database.close() },
  ])
})
