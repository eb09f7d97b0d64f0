import { openAuthenticatorModels } from '@signet/accounts/authenticator-models'
import { openDatabase, sql, waitForDatabase } from '@signet/db'
import { ensureAuditPartitions } from '@signet/db/audit'
import { makeInitialKeys } from '@signet/db/key-set'
import { assertSchema } from '@signet/db/migrate'
import { assertSecretKeys, assertWall, secretKeysInUse } from '@signet/db/ready'
import { acrossProjects, lazyPrisma } from '@signet/db/unscoped'
import { connectNats, startFaults, startRelay } from '@signet/events'
import { createEgress } from '@signet/http'
import { createMailer, startMailDelivery } from '@signet/mail'
import { createLogger, runMain, startService, watch } from '@signet/runtime'
import { createPasswordHasher, createVault, secretKeys } from '@signet/secrets'
import { SettingsCache } from '@signet/tenancy'
import { buildApp } from './app.ts'
import { startApprovalMessages } from './approvals/webhook/deliver.ts'
import { readConfig } from './config.ts'
import { startErrorReport } from './consumers/error-report.ts'
import { startFaultStore } from './consumers/fault-store.ts'
import { createKeySupply } from './domains/projects/spare-keys.ts'
import { createImportPace } from './user-imports/pace.ts'
import { closeDue } from './workers/close-months.ts'
import { announceExpiries } from './workers/expiry/announce.ts'
import { startHourly } from './workers/hourly.ts'
import { startPurger } from './workers/purge.ts'

/** A statement by key uses a connection for a fraction of a millisecond. */
const keyLookupConnections = 3

await runMain(async () => {
  const config = readConfig()
  const logger = createLogger('admin-api', config.LOG_LEVEL)
  const keys = secretKeys(config.SIGNET_SECRET_KEYS)
  const vault = createVault(keys)
  const database = openDatabase({
    url: config.DATABASE_URL,
    poolSize: config.SIGNET_DATABASE_POOL,
    name: 'admin-api',
    as: 'service',
    plans: 'each time',
  })
  const keyLookupPool = openDatabase({
    url: config.DATABASE_URL,
    poolSize: keyLookupConnections,
    name: 'admin-api keys',
    as: 'service',
    plans: 'by key',
  })
  const readinessDatabase = openDatabase({
    url: config.DATABASE_URL,
    poolSize: 1,
    name: 'admin-api readiness',
    as: 'service',
  })
  const keyIds = keys.map(({ id }) => id)
  const settings = new SettingsCache(database)
  const { 'errorStore.queueDepth': queueDepth } = await waitForDatabase(
    async () => {
      await assertSchema(database)
      await assertWall(database)
      await assertSecretKeys(database, keyIds)
      return settings.current()
    },
    (sentence) => logger.warn(sentence),
  )
  const everywhere = acrossProjects(database)
  const nats = connectNats({
    url: config.NATS_URL,
    credentials: config,
    name: 'admin-api',
    replicas: config.SIGNET_NATS_REPLICAS,
    logger,
  })
  const relay = startRelay({ database, nats, logger })
  const faults = startFaults({
    service: 'admin-api',
    nats,
    logger,
    queueDepth,
    originLevel: async () => (await settings.current())['errorStore.originCaptureLevel'],
  })
  const faultStore = startFaultStore({ database, nats, logger })
  const egress = createEgress({ allow: config.SIGNET_EGRESS_ALLOW })
  const errorReport = startErrorReport({ database, nats, vault, egress, logger })
  const approvalMessages = startApprovalMessages({
    database: everywhere,
    vault,
    egress,
    logger,
    baseUrl: config.SIGNET_BASE_URL,
  })
  const purger = startPurger({ database: everywhere, logger, baseUrl: config.SIGNET_BASE_URL })
  const monthCloser = startHourly({
    name: 'month closer',
    failure: 'months of activity were not closed',
    logger,
    work: (stopped) => closeDue(everywhere, new Date(), stopped),
  })
  const auditMonths = startHourly({
    name: 'audit months',
    failure: 'partitions of the audit were not made',
    logger,
    work: () => ensureAuditPartitions(everywhere),
  })
  const expiryNotices = startHourly({
    name: 'expiry notices',
    failure: 'expiring credentials were not announced',
    logger,
    work: () => announceExpiries({ database: everywhere, vault, baseUrl: config.SIGNET_BASE_URL }),
  })
  const passwords = createPasswordHasher()
  const mailer = createMailer({ database, vault, allow: config.SIGNET_MAIL_ALLOW })
  const mail = startMailDelivery({ database: everywhere, vault, mailer, faults, logger })
  const app = await buildApp({
    config,
    logger,
    faults,
    database,
    keyLookupPool,
    prisma: lazyPrisma(database),
    vault,
    passwords,
    mailer,
    egress,
    authenticatorModels: openAuthenticatorModels(config, logger),
    importPace: createImportPace(),
    keySupply: createKeySupply(makeInitialKeys),
    readinessDatabase,
    degraded: { nats: () => nats.connection === undefined },
  })
  watch('signet_secret_key_in_use', async () =>
    (await secretKeysInUse(database)).map((key) => ({ labels: { key }, value: 1 })),
  )
  watch('signet_credential_expiry_timestamp_seconds', async () => {
    const [row] = await everywhere.rows<{ directory: number | null; provider: number | null }>(sql`
      SELECT extract(epoch FROM min(expires_at))::float8 AS directory,
        (SELECT extract(epoch FROM min(secret_expires_on))::float8 FROM identity_providers
          WHERE enabled AND client_authentication <> 'private_key_jwt' AND secret_expires_on > now()) AS provider
      FROM provisioning_credentials WHERE expires_at > now()`)
    return Object.entries(row ?? {}).flatMap(([kind, value]) =>
      typeof value === 'number' ? [{ labels: { kind }, value }] : [],
    )
  })
  await startService({
    config,
    logger,
    app,
    parts: [
      { name: 'mail', close: () => mail.close() },
      { name: 'faults', close: () => faults.close() },
      { name: 'fault store', close: () => faultStore.close() },
      { name: 'error report', close: () => errorReport.close() },
      { name: 'approval messages', close: () => approvalMessages.close() },
      { name: 'purger', close: () => purger.close() },
      { name: 'month closer', close: () => monthCloser.close() },
      { name: 'audit months', close: () => auditMonths.close() },
      { name: 'expiry notices', close: () => expiryNotices.close() },
      { name: 'relay', close: () => relay.close() },
      { name: 'nats', close: () => nats.close() },
      { name: 'passwords', close: () => passwords.close() },
      { name: 'pool of key lookups', close: () => keyLookupPool.close() },
      { name: 'readiness database', close: () => readinessDatabase.close() },
      { name: 'database', close: () => database.close() },
    ],
  })
})
