import { openAuthenticatorModels } from '@signet/accounts/authenticator-models'
import { openDatabase, waitForDatabase } from '@signet/db'
import { assertSchema } from '@signet/db/migrate'
import { assertSecretKeys, assertWall } from '@signet/db/ready'
import { acrossProjects } from '@signet/db/unscoped'
import { connectNats, startFaults, startRelay } from '@signet/events'
import { createEgress } from '@signet/http'
import { createMailer, startMailDelivery } from '@signet/mail'
import { createLogger, runMain, startService } from '@signet/runtime'
import { createPasswordHasher, createVault, secretKeys } from '@signet/secrets'
import { SettingsCache } from '@signet/tenancy'
import { startClientErrors } from './activity/client-errors.ts'
import { startActivityCounter } from './activity/count.ts'
import { startSignInCounter } from './activity/sign-in-counter.ts'
import { buildApp } from './app.ts'
import { openArtifacts } from './artifacts/artifact-store.ts'
import { startLogoutDelivery } from './consumers/deliver-logout.ts'
import { startPings } from './consumers/ping.ts'
import { startSweeper } from './consumers/sweep.ts'
import { createBackgroundTasks } from './core/background-tasks.ts'
import { readConfig } from './core/config.ts'
import { UpstreamConnections } from './upstream/connections.ts'
import { MigrationGate } from './upstream/migration-gate.ts'

/** Requests share statements, so that few connections suffice. */
const tokenConnections = 4

await runMain(async () => {
  const config = readConfig()
  const logger = createLogger('auth', config.LOG_LEVEL)
  const database = openDatabase({
    url: config.DATABASE_URL,
    poolSize: config.SIGNET_DATABASE_POOL,
    name: 'auth',
    as: 'service',
  })
  const tokenDatabase = openDatabase({
    url: config.DATABASE_URL,
    poolSize: tokenConnections,
    name: 'auth tokens',
    as: 'token',
    plans: 'by key',
  })
  const readinessDatabase = openDatabase({
    url: config.DATABASE_URL,
    poolSize: 1,
    name: 'auth readiness',
    as: 'service',
  })
  const keys = secretKeys(config.SIGNET_SECRET_KEYS)
  const keyIds = keys.map(({ id }) => id)
  const settings = new SettingsCache(database)
  const { 'errorStore.queueDepth': queueDepth } = await waitForDatabase(
    async () => {
      await assertSchema(database)
      await assertWall(database)
      await assertWall(tokenDatabase)
      await assertSecretKeys(database, keyIds)
      return settings.current()
    },
    (sentence) => logger.warn(sentence),
  )
  const nats = connectNats({
    url: config.NATS_URL,
    credentials: config,
    name: 'auth',
    replicas: config.SIGNET_NATS_REPLICAS,
    logger,
  })
  const relay = startRelay({ database, nats, logger })
  const everywhere = acrossProjects(database)
  const faults = startFaults({
    service: 'auth',
    nats,
    logger,
    queueDepth,
    originLevel: async () => (await settings.current())['errorStore.originCaptureLevel'],
  })
  const passwords = createPasswordHasher()
  const vault = createVault(keys)
  const egress = createEgress({ allow: config.SIGNET_EGRESS_ALLOW })
  const deps = {
    config,
    logger,
    database,
    artifacts: openArtifacts(tokenDatabase),
    vault,
    passwords,
    faults,
    mailer: createMailer({ database, vault, allow: config.SIGNET_MAIL_ALLOW }),
    backgroundTasks: createBackgroundTasks(faults),
    activity: startActivityCounter(everywhere, logger),
    clientErrors: startClientErrors(everywhere, logger),
    signIns: startSignInCounter(everywhere, logger),
    egress,
    migrationGate: new MigrationGate(),
    upstreams: new UpstreamConnections(egress),
    authenticatorModels: openAuthenticatorModels(config, logger),
    readinessDatabase,
    degraded: { nats: () => nats.connection === undefined },
  }
  const background = { ...deps, database: everywhere }
  const sweeper = startSweeper(everywhere, logger)
  const mail = startMailDelivery(background)
  const app = await buildApp(deps)
  const logout = startLogoutDelivery(background, nats)
  const pings = startPings(background, nats)
  await startService({
    config,
    logger,
    app,
    parts: [
      { name: 'backgroundTasks', close: () => deps.backgroundTasks.close() },
      { name: 'activity', close: () => deps.activity.close() },
      { name: 'client errors', close: () => deps.clientErrors.close() },
      { name: 'sign-ins', close: () => deps.signIns.close() },
      { name: 'logout', close: () => logout.close() },
      { name: 'pings', close: () => pings.close() },
      { name: 'sweeper', close: () => sweeper.close() },
      { name: 'mail', close: () => mail.close() },
      { name: 'faults', close: () => faults.close() },
      { name: 'relay', close: () => relay.close() },
      { name: 'nats', close: () => nats.close() },
      { name: 'passwords', close: () => passwords.close() },
      { name: 'token database', close: () => tokenDatabase.close() },
      { name: 'readiness database', close: () => readinessDatabase.close() },
      { name: 'database', close: () => database.close() },
    ],
  })
})
