import type { Database, Executor, Transactor } from '@signet/db'
import type { PrismaClient } from '@signet/db/prisma'
import type { Egress } from '@signet/http'
import type { Mailer } from '@signet/mail'
import type { Faults, Logger } from '@signet/runtime'
import type { PasswordHasher, Vault } from '@signet/secrets'
import type { Config } from './config.ts'

/** What the service is made of; assembled once in `main.ts`, and by the tests. */
export interface Deps {
  readonly config: Config
  readonly logger: Logger
  readonly faults: Faults
  readonly database: Database
  /** What every call reads by its keys: who calls, and the project of the path. Planned once, where a plan costs more. */
  readonly keyed: Database
  /** The client of Prisma, made at its first use: it takes 11 MiB. */
  readonly prisma: () => PrismaClient
  readonly vault: Vault
  readonly passwords: PasswordHasher
  readonly mailer: Mailer
  /** The one client for addresses that somebody gave (R17). */
  readonly egress: Egress
  /** What is away and not needed to answer, by name. */
  readonly degraded?: Readonly<Record<string, () => boolean>>
}

/** The same for a handler: its database reaches what the call is about. A domain asks for what it uses. */
export interface HandlerDeps extends Omit<Deps, 'database' | 'keyed'> {
  readonly database: Transactor
  readonly keyed: Executor
}
