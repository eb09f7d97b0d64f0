import { openDatabase, waitForDatabase } from '@signet/db'
import { assertSchema } from '@signet/db/migrate'
import { assertWall } from '@signet/db/ready'
import { acrossProjects } from '@signet/db/unscoped'
import { connectNats, startFaults, startRelay } from '@signet/events'
import { createLogger, runMain, startService } from '@signet/runtime'
import { SettingsCache } from '@signet/tenancy'
import { buildApp } from './app.ts'
import { readConfig } from './config.ts'

/** Find the credential of a request by its digest, in addition to the pool. */
const credentialConnections = 2

await runMain(async () => {
  const config = readConfig()
  const logger = createLogger('scim', config.LOG_LEVEL)
  const database = openDatabase({
    url: config.DATABASE_URL,
    poolSize: config.SIGNET_DATABASE_POOL,
    name: 'scim',
    as: 'service',
    plans: 'each time',
  })
  const credentialDatabase = openDatabase({
    url: config.DATABASE_URL,
    poolSize: credentialConnections,
    name: 'scim credentials',
    as: 'service',
    plans: 'by key',
  })
  const readinessDatabase = openDatabase({
    url: config.DATABASE_URL,
    poolSize: 1,
    name: 'scim readiness',
    as: 'service',
  })
  const settings = new SettingsCache(database)
  const { 'errorStore.queueDepth': queueDepth } = await waitForDatabase(
    async () => {
      await assertSchema(database)
      await assertWall(database)
      await assertWall(credentialDatabase)
      return settings.current()
    },
    (sentence) => logger.warn(sentence),
  )
  const nats = connectNats({
    url: config.NATS_URL,
    credentials: config,
    name: 'scim',
    replicas: config.SIGNET_NATS_REPLICAS,
    logger,
  })
  const relay = startRelay({ database, nats, logger })
  const faults = startFaults({
    service: 'scim',
    nats,
    logger,
    queueDepth,
    originLevel: async () => (await settings.current())['errorStore.originCaptureLevel'],
  })
  const app = await buildApp({
    config,
    logger,
    database,
    instanceDatabase: acrossProjects(credentialDatabase),
    faults,
    readinessDatabase,
    degraded: { nats: () => nats.connection === undefined },
  })
  await startService({
    config,
    logger,
    app,
    parts: [
      { name: 'faults', close: () => faults.close() },
      { name: 'relay', close: () => relay.close() },
      { name: 'nats', close: () => nats.close() },
      { name: 'readiness database', close: () => readinessDatabase.close() },
      { name: 'credential database', close: () => credentialDatabase.close() },
      { name: 'database', close: () => database.close() },
    ],
  })
})
