import { openAuthenticatorModels } from '@signet/accounts/authenticator-models'
import { errorsOf, httpRequestOf, type OperationName, operations, type Problem } from '@signet/contracts'
import { openDatabase, sql } from '@signet/db'
import { makeInitialKeys } from '@signet/db/key-set'
import { lazyPrisma, openUnscopedPrisma } from '@signet/db/unscoped'
import { createEgress } from '@signet/http'
import { createMailer } from '@signet/mail'
import { createLogger } from '@signet/runtime'
import { createPasswordHasher, createVault, secretKeys } from '@signet/secrets'
import {
  collectFaults,
  emptiedByClose,
  type FreshDatabase,
  freshDatabase,
  passwordCost,
  startMailbox,
} from '@signet/testkit'
import { buildApp } from '../../src/app.ts'
import { readConfig } from '../../src/config.ts'
import type { Deps } from '../../src/deps.ts'
import { createImportPace } from '../../src/user-imports/pace.ts'
import type { Person } from './people.ts'

/** The text allows a comparison of refusals byte by byte. */
export interface Reply<Body = unknown> {
  readonly status: number
  readonly text: string
  readonly body: Body
  readonly headers: Readonly<Record<string, unknown>>
}

interface CallOptions {
  readonly confirmation?: string
  readonly headers?: Readonly<Record<string, string>>
}

export type Server = ReturnType<typeof serverOf>

interface SentRequest {
  readonly method: string
  readonly path: string
  readonly body?: string | undefined
  readonly headers?: Readonly<Record<string, string>>
}

function serverOf(app: Awaited<ReturnType<typeof buildApp>>) {
  async function send(person: Person, request: SentRequest): Promise<Reply> {
    const response = await app.inject({
      method: request.method as 'GET',
      url: `/admin/api${request.path}`,
      headers: { ...request.headers, ...person.headers },
      ...(request.body === undefined ? {} : { payload: request.body }),
    })
    const body = response.body ? JSON.parse(response.body) : {}
    return { status: response.statusCode, text: response.body, body, headers: response.headers }
  }
  return {
    send,
    /** Sends a call without a check of its input. Every error must be declared by the operation. */
    async call<N extends OperationName>(
      person: Person,
      name: N,
      input: Readonly<Record<string, unknown>>,
      { confirmation, headers }: CallOptions = {},
    ): Promise<Reply> {
      const request = httpRequestOf(operations[name], input, confirmation)
      const reply = await send(
        { ...person, headers: { ...person.headers, ...headers } },
        { ...request, headers: { ...request.headers } },
      )
      requireDeclared(name, reply)
      return reply
    },
  }
}

function requireDeclared(name: OperationName, { status, body }: Reply): void {
  if (status < 400) return
  const { code } = body as Problem
  if (!errorsOf(operations[name]).includes(code)) throw new Error(`${name} answered ${code} undeclared.`)
}

/** Uses a database of its own, before the set-up. */
export const startService = async (egressAllow: readonly string[] = []) =>
  serve(await freshDatabase(), egressAllow)

/**
 * Drops the seeded database when it closes. Its one pool leaves the planning to PostgreSQL: the planning of production, which suits
 * many rows and few connections, takes a fifth of the processor time of a test.
 */
export async function serve(fresh: FreshDatabase, egressAllow: readonly string[] = []) {
  const config = readConfig({
    DATABASE_URL: fresh.url,
    NATS_URL: 'nats://127.0.0.1:1',
    SIGNET_BASE_URL: fresh.baseUrl,
    SIGNET_SECRET_KEYS: fresh.secretKeys,
    SIGNET_PROXY_HOPS: '0',
    ...(egressAllow.length > 0 ? { SIGNET_EGRESS_ALLOW: egressAllow.join(',') } : {}),
    LOG_LEVEL: process.env.LOG_LEVEL ?? 'silent',
  })
  const database = openDatabase({ url: fresh.url, name: 'admin-api test' })
  const prisma = openUnscopedPrisma(database)
  const served = openDatabase({ url: fresh.url, name: 'admin-api', as: 'service' })
  const logger = createLogger('admin-api', config.LOG_LEVEL)
  const { faults, occurrences } = collectFaults('admin-api', logger)
  const mailbox = await startMailbox()
  const vault = createVault(secretKeys(fresh.secretKeys))
  const deps: Deps = {
    config,
    database: served,
    keyLookupPool: served,
    logger,
    faults,
    prisma: lazyPrisma(served),
    vault,
    mailer: createMailer({
      database: served,
      vault,
      allow: [`${mailbox.host}:${mailbox.port}`],
      totalMs: 2_000,
    }),
    passwords: createPasswordHasher({ cost: passwordCost }),
    egress: createEgress({ allow: egressAllow }),
    authenticatorModels: openAuthenticatorModels(config, logger),
    importPace: createImportPace(),
    keySupply: { take: makeInitialKeys },
  }
  // All tests use one address, and agents call too.
  await database.run(
    sql`INSERT INTO settings (key, value) VALUES ('rateLimit.enabled', 'false'::jsonb), ('mcp.enabled', 'true'::jsonb)
        ON CONFLICT DO NOTHING`,
  )
  // Agents confirm their own calls by default; the tests of approvals change it.
  await database.run(sql`UPDATE agent_clients SET approval = 'self'`)
  const app = await buildApp(deps)
  const [instance] = await database.rows<{
    administratorsProject: string
    defaultProject: string
    superTeam: string
  }>(
    sql`SELECT administrators_project_id AS "administratorsProject", default_project_id AS "defaultProject",
          super_team_id AS "superTeam" FROM instance`,
  )
  if (!instance) throw new Error('The template has no instance row.')

  const server = serverOf(app)
  const replicas: (() => Promise<void>)[] = []

  return emptiedByClose({
    ...instance,
    app,
    deps,
    /** Captured defects. */
    occurrences,
    /** Pool of the owner role, for set-up and checks. */
    database,
    prisma,
    /** Mail server of `configureMail`. */
    mailbox,
    setupToken: fresh.setupToken,
    ...server,
    /** Uses the same database, with a pool and memory of its own. */
    async startReplica(changes: Partial<Deps> = {}): Promise<Server> {
      const ownDatabase = openDatabase({ url: fresh.url, name: 'admin-api replica', as: 'service' })
      const replica = await buildApp({
        ...deps,
        database: ownDatabase,
        keyLookupPool: ownDatabase,
        prisma: lazyPrisma(ownDatabase),
        ...changes,
      })
      replicas.push(async () => {
        await replica.close()
        await ownDatabase.close()
      })
      return serverOf(replica)
    },
    async close() {
      for (const close of replicas) await close()
      await app.close()
      await deps.passwords.close()
      await mailbox.close()
      await served.close()
      await database.close()
      await fresh.drop()
    },
  })
}

export type Service = Awaited<ReturnType<typeof startService>>
