import { createAccount } from '@signet/accounts'
import { openAuthenticatorModels } from '@signet/accounts/authenticator-models'
import { auditedBefore, openDatabase, sql } from '@signet/db'
import { createKeySet, makeInitialKeys } from '@signet/db/key-set'
import { acrossProjects } from '@signet/db/unscoped'
import { createEgress } from '@signet/http'
import { createMailer } from '@signet/mail'
import { createLogger, newId } from '@signet/runtime'
import { createPasswordHasher, createVault, digest, mintToken, secretKeys } from '@signet/secrets'
import { bumpInstance } from '@signet/tenancy'
import {
  collectFaults,
  emptiedByClose,
  type FreshDatabase,
  freshDatabase,
  passwordCost,
  startMailbox,
} from '@signet/testkit'
import { startClientErrors } from '../../src/activity/client-errors.ts'
import { startActivityCounter } from '../../src/activity/count.ts'
import { startSignInCounter } from '../../src/activity/sign-in-counter.ts'
import { buildApp } from '../../src/app.ts'
import { openArtifacts } from '../../src/artifacts/artifact-store.ts'
import { createBackgroundTasks } from '../../src/core/background-tasks.ts'
import { readConfig } from '../../src/core/config.ts'
import { UpstreamConnections } from '../../src/upstream/connections.ts'
import { MigrationGate } from '../../src/upstream/migration-gate.ts'

export const password = 'correct horse battery staple'
export const redirectUri = 'https://rp.example/callback'

/**
 * @param egressAllow local addresses that it may reach; read again with every replica
 * @param environment variables that replace those of the usual configuration
 */
export async function startAuth(
  egressAllow: readonly string[] = [],
  environment: Readonly<Record<string, string>> = {},
) {
  const fresh: FreshDatabase = await freshDatabase()
  const database = openDatabase({ url: fresh.url, name: 'auth test' })
  const served = openDatabase({ url: fresh.url, name: 'auth', as: 'service' })
  const tokens = openDatabase({ url: fresh.url, name: 'auth tokens', as: 'token', plans: 'by key' })
  // All requests of a test come from one address.
  await database.run(sql`INSERT INTO settings (key, value) VALUES ('rateLimit.enabled', 'false'::jsonb)`)
  const config = readConfig({
    DATABASE_URL: fresh.url,
    NATS_URL: 'nats://127.0.0.1:1',
    SIGNET_BASE_URL: fresh.baseUrl,
    SIGNET_SECRET_KEYS: fresh.secretKeys,
    SIGNET_PROXY_HOPS: '0',
    LOG_LEVEL: process.env.LOG_LEVEL ?? 'silent',
    ...environment,
  })
  const passwords = createPasswordHasher({ cost: passwordCost })
  const { faults, occurrences } = collectFaults('auth', createLogger('auth', config.LOG_LEVEL))
  const vault = createVault(secretKeys(fresh.secretKeys))
  const apps: Awaited<ReturnType<typeof buildApp>>[] = []
  const activity = startActivityCounter(acrossProjects(served), createLogger('auth', config.LOG_LEVEL))
  const clientErrors = startClientErrors(acrossProjects(served), createLogger('auth', config.LOG_LEVEL))
  const signIns = startSignInCounter(acrossProjects(served), createLogger('auth', config.LOG_LEVEL))
  const mailbox = await startMailbox()
  const allow = [`${mailbox.host}:${mailbox.port}`]
  const mailer = createMailer({ database: served, vault, allow, totalMs: 2_000 })
  const backgroundTasks = createBackgroundTasks(faults)
  const depsNow = () => {
    const egress = createEgress({ allow: [...egressAllow] })
    return {
      config,
      logger: createLogger('auth', config.LOG_LEVEL),
      database: served,
      // One store per replica, as in production: replicas do not share batches.
      artifacts: openArtifacts(tokens),
      vault,
      passwords,
      faults,
      mailer,
      backgroundTasks,
      activity,
      clientErrors,
      signIns,
      egress,
      migrationGate: new MigrationGate(),
      upstreams: new UpstreamConnections(egress),
      authenticatorModels: openAuthenticatorModels(config, createLogger('auth', config.LOG_LEVEL)),
    }
  }
  const startReplica = async (SIGNET_SECRET_KEYS = config.SIGNET_SECRET_KEYS) => {
    const app = await buildApp({
      ...depsNow(),
      config: { ...config, SIGNET_SECRET_KEYS },
      vault: createVault(secretKeys(SIGNET_SECRET_KEYS)),
    })
    apps.push(app)
    await app.listen({ host: '127.0.0.1', port: 0 })
    const { port } = app.server.address() as { port: number }
    return { address: { host: '127.0.0.1', port } }
  }
  const { address } = await startReplica()
  return emptiedByClose({
    database,
    passwords,
    vault,
    occurrences,
    baseUrl: fresh.baseUrl,
    address,
    depsNow,
    /** Dependencies of background work for all projects, such as the delivery of logout notices. */
    background: () => ({ ...depsNow(), database: acrossProjects(served) }),
    activity,
    clientErrors,
    signIns,
    /** Receives mail after `configureMail`. */
    mailbox,
    /** Waits for background tasks that responses do not wait for. */
    idle: () => backgroundTasks.idle(),
    secretKeys: fresh.secretKeys,
    /** Uses the same database, and by default the same secret keys. */
    startReplica,
    async close() {
      for (const app of apps) await app.close()
      await backgroundTasks.close()
      await mailbox.close()
      await activity.close()
      await clientErrors.close()
      await signIns.close()
      await passwords.close()
      for (const pool of [served, tokens, database]) await pool.close()
      await fresh.drop()
    },
  })
}

export type Auth = Awaited<ReturnType<typeof startAuth>>

interface ProjectOptions {
  readonly form?: 'path' | 'subdomain' | 'host'
  readonly name?: string
}

export async function makeProject(
  { database, vault, baseUrl }: Auth,
  { form = 'path', name = `p${Math.random().toString(36).slice(2, 10)}` }: ProjectOptions = {},
) {
  const id = newId('project')
  const keys = await makeInitialKeys()
  await database.transaction(async (tx) => {
    await tx.run(sql`
      INSERT INTO projects (id, name, address_form, slug, host, team_id)
      SELECT ${id}, ${name}, ${form}, ${form === 'host' ? null : name}, ${form === 'host' ? `${name}.example` : null}, system_team_id FROM instance`)
    await createKeySet(tx, vault, id, keys)
  })
  const base = new URL(baseUrl)
  const issuer = {
    path: `${baseUrl}/${name}`,
    subdomain: `http://${name}.${base.host}`,
    host: `http://${name}.example${base.port ? `:${base.port}` : ''}`,
  }[form]
  return { id, name, issuer }
}

export const configureMail = ({ database, mailbox }: Auth) =>
  database.run(sql`
    INSERT INTO smtp_settings (host, port, secure, username, from_name, from_email)
    VALUES (${mailbox.host}, ${mailbox.port}, false, '', 'Signet', 'no-reply@example.com')`)

export async function rootProjects({ database }: Auth) {
  const [row] = await database.rows<{ defaultId: string; administratorsId: string }>(sql`
    SELECT default_project_id AS "defaultId", administrators_project_id AS "administratorsId" FROM instance`)
  if (!row) throw new Error('no instance')
  return row
}

export const setSetting = ({ database }: Auth, key: string, value: unknown): Promise<void> =>
  database.transaction(async (tx) => {
    await tx.run(sql`
      INSERT INTO settings (key, value) VALUES (${key}, ${JSON.stringify(value)}::jsonb)
      ON CONFLICT (key) DO UPDATE SET value = EXCLUDED.value`)
    await bumpInstance(tx)
  })

interface ClientOptions {
  readonly projectId: string
  readonly grantTypes?: readonly string[]
  readonly requireConsent?: boolean
  readonly confidential?: boolean
  readonly partialConsent?: boolean
  readonly native?: boolean
  readonly redirectUris?: readonly string[]
  readonly corsOrigins?: readonly string[]
  readonly backchannelLogoutUri?: string
  readonly postLogoutRedirectUri?: string
}

export async function makeClient(
  { database }: Auth,
  {
    projectId,
    grantTypes = ['authorization_code', 'refresh_token'],
    requireConsent = true,
    confidential = true,
    partialConsent = false,
    native = false,
    redirectUris = [redirectUri],
    corsOrigins = [],
    backchannelLogoutUri,
    postLogoutRedirectUri = 'https://rp.example/',
  }: ClientOptions,
) {
  const clientId = newId('client')
  const clientSecret = mintToken()
  const withCode = grantTypes.includes('authorization_code')
  await database.run(sql`
    INSERT INTO clients (project_id, id, client_name, application_type, grant_types, response_types, redirect_uris,
      post_logout_redirect_uris, token_endpoint_auth_method, require_consent, partial_consent, cors_origins,
      backchannel_logout_uri, secret_digest)
    VALUES (${projectId}, ${clientId}, 'Example', ${native ? 'native' : 'web'}, ${[...grantTypes]},
      ${withCode ? ['code'] : []}, ${withCode ? [...redirectUris] : []}, ${[postLogoutRedirectUri]},
      ${confidential ? 'client_secret_basic' : 'none'}, ${requireConsent}, ${partialConsent}, ${[...corsOrigins]},
      ${backchannelLogoutUri ?? null}, ${confidential ? digest(clientSecret) : null})`)
  return { clientId, clientSecret }
}

export async function makeUser(
  { database, passwords }: Auth,
  projectId: string,
  email = `${Math.random().toString(36).slice(2)}@example.com`,
) {
  const id = newId('account')
  await createAccount(auditedBefore(database), {
    projectId,
    id,
    email,
    emailVerified: true,
    passwordHash: await passwords.hash(password),
  })
  return { id, email }
}
