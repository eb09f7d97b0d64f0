import { PrismaPg } from '@prisma/adapter-pg'
import type { Database } from './database.ts'
import { asDatabaseError } from './errors.ts'
import { Prisma, PrismaClient } from './generated/prisma/client.ts'
import type { Executor } from './sql.ts'
import { statementName } from './statement-name.ts'

export { inProject, type ProjectClient } from './in-project.ts'
export { Prisma, type PrismaClient }

/** What both a client and its transactions can do. */
export type PrismaTx = Prisma.TransactionClient

/** Prisma on the database's own pool. Waits and limits are those of the pool; a transaction takes 5 s at most. */
export function openPrisma(database: Database): PrismaClient {
  const adapter = new PrismaPg(database.pool, { statementNameGenerator: ({ sql }) => nameOf(sql) })
  return new PrismaClient({ adapter, transactionOptions: { maxWait: 1_000, timeout: 5_000 } })
}

/** A name of its own: Prisma's driver keeps account of what it prepared on a connection, and so do our statements. */
function nameOf(text: string): string {
  const name = statementName(text)
  return name ? `prisma ${name}` : ''
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
