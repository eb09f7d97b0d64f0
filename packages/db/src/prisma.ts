import { PrismaPg } from '@prisma/adapter-pg'
import type { Database } from './database.ts'
import { asDatabaseError } from './errors.ts'
import { Prisma, PrismaClient } from './generated/prisma/client.ts'
import { inProject } from './in-project.ts'
import { ofProject, type Scope } from './scope.ts'
import { type Executor, sql } from './sql.ts'
import { statementName } from './statement-name.ts'

export { Prisma, type PrismaClient }

/** What both a client and its transactions can do. */
export type PrismaTx = Prisma.TransactionClient

/** Prisma on the database's own pool. Waits and limits are those of the pool; a transaction takes 5 s at most. */
export function openPrisma(database: Database): PrismaClient {
  const adapter = new PrismaPg(database.pool, { statementNameGenerator: ({ sql }) => nameOf(sql) })
  return new PrismaClient({ adapter, transactionOptions: { maxWait: 4_000, timeout: 5_000 } })
}

/** Returns a function that opens the client at its first call: its parameter graph takes 11 MiB. */
export function lazyPrisma(database: Database): () => PrismaClient {
  let opened: PrismaClient | undefined
  return () => {
    opened ??= openPrisma(database)
    return opened
  }
}

/** A name of its own: Prisma's driver keeps account of what it prepared on a connection, and so do our statements. */
function nameOf(text: string): string {
  const name = statementName(text)
  return name ? `prisma ${name}` : ''
}

/** One transaction that reaches the rows of one project: Prisma's arguments and the database's policies both see to it. */
export const projectTransaction = <Result>(
  prisma: PrismaClient,
  projectId: string,
  work: (tx: PrismaTx) => Promise<Result>,
): Promise<Result> =>
  inProject(prisma, projectId).$transaction((tx) =>
    within(tx as unknown as PrismaTx, ofProject(projectId), work),
  )

/** Sets what row-level security goes by, before anything else in the transaction. */
export async function within<Result>(
  tx: PrismaTx,
  { setting, value }: Scope,
  work: (tx: PrismaTx) => Promise<Result>,
): Promise<Result> {
  await executorOf(tx).rows(sql`SELECT set_config(${setting}, ${value}, true)`)
  return work(tx)
}

/** Runs plain statements inside a Prisma transaction, with the same value types as the pool has. */
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

/** Prisma answers int8 as bigint; the pool answers it as number. */
function withPlainNumbers<Row extends object>(row: Row): Row {
  for (const [name, value] of Object.entries(row))
    if (typeof value === 'bigint') Reflect.set(row, name, Number(value))
  return row
}
