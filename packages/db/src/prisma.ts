import { PrismaPg } from '@prisma/adapter-pg'
import { type Database, fixScope } from './database.ts'
import { asDatabaseError } from './errors.ts'
import { Prisma, PrismaClient } from './generated/prisma/client.ts'
import { inProject } from './in-project.ts'
import { ofProject, rejectStandby, type Scope } from './scope.ts'
import { type Executor, raw, sql } from './sql.ts'
import { statementName } from './statement-name.ts'

export { Prisma, type PrismaClient }

export type PrismaTx = Prisma.TransactionClient

/** Uses the database's own pool, whose timeouts apply; a transaction takes 5 s at most. */
export function openPrisma(database: Database): PrismaClient {
  const { pool } = database
  const adapter = new PrismaPg(pool, {
    statementNameGenerator: ({ sql }) => (pool.isPooled ? '' : nameOf(sql)),
  })
  return new PrismaClient({ adapter, transactionOptions: { maxWait: 4_000, timeout: 5_000 } })
}

/** Opens the client at the first call: its parameter graph takes 11 MiB. */
export function lazyPrisma(database: Database): () => PrismaClient {
  let opened: PrismaClient | undefined
  return () => {
    opened ??= openPrisma(database)
    return opened
  }
}

/** Prisma's driver and `Prepared` track separately which statements a connection has prepared. */
function nameOf(text: string): string {
  const name = statementName(text)
  return name ? `prisma ${name}` : ''
}

export function projectTransaction<Result>(
  prisma: PrismaClient,
  projectId: string,
  work: (tx: PrismaTx) => Promise<Result>,
  options: TransactionOptions = {},
): Promise<Result> {
  const joined = openTransactions.get(prisma)
  if (joined) return work(joined)
  return inProject(prisma, projectId).$transaction(
    (tx) => within(tx as unknown as PrismaTx, ofProject(projectId), work),
    options,
  )
}

interface TransactionOptions {
  /** Milliseconds, instead of those of the client. */
  readonly timeout?: number
}

const openTransactions = new WeakMap<PrismaClient, PrismaTx>()

export interface JoinedTransaction {
  readonly database: Database
  readonly prisma: PrismaClient
}

/**
 * Serves code that opens transactions of its own: each of them becomes a part of `tx`, and is committed or rolled back with it. The
 * first failed statement makes the whole transaction unusable.
 */
export function joinTransaction(tx: PrismaTx): JoinedTransaction {
  const executor = executorOf(tx)
  const database: Database = {
    ...executor,
    transaction: (work) => work(executor),
    inProject: () => database,
    close: async () => {},
    get pool(): Database['pool'] {
      throw new TypeError('A joined transaction has no pool.')
    },
  }
  fixScope(database)
  const prisma = Object.freeze({}) as PrismaClient
  openTransactions.set(prisma, tx)
  return { database, prisma }
}

export async function within<Result>(
  tx: PrismaTx,
  { setting, value }: Scope,
  work: (tx: PrismaTx) => Promise<Result>,
): Promise<Result> {
  await executorOf(tx).rows(sql`SELECT set_config(${setting}, ${value}, true), ${raw(rejectStandby)}`)
  return work(tx)
}

/** Plain statements, with the value types of the pool. */
export function executorOf(tx: Pick<PrismaTx, '$queryRaw' | '$executeRaw'>): Executor {
  return {
    rows: <Row extends object>(statement: { strings: readonly string[]; values: readonly unknown[] }) =>
      guarded(async () => {
        const rows = await tx.$queryRaw<Row[]>(new Prisma.Sql(statement.strings, statement.values))
        return rows.map(withPlainNumbers)
      }),
    run: (statement) => guarded(() => tx.$executeRaw(new Prisma.Sql(statement.strings, statement.values))),
  }
}

async function guarded<Result>(work: () => Promise<Result>): Promise<Result> {
  try {
    return await work()
  } catch (error) {
    throw asDatabaseError(error)
  }
}

/** Prisma returns int8 as bigint, the pool as number. */
function withPlainNumbers<Row extends object>(row: Row): Row {
  for (const [name, value] of Object.entries(row))
    if (typeof value === 'bigint') Reflect.set(row, name, Number(value))
  return row
}
