import { type Database, scopedTo, type Transactor } from './database.ts'
import { type PrismaClient, type PrismaTx, within } from './prisma.ts'
import { ofInstance, ofService, type Scope } from './scope.ts'
import { type Executor, sql } from './sql.ts'

/**
 * What sees every project: for listing across tenants, for background work and for what stands above them. A lint rule
 * names the few files that may import this; everything else goes through `inProject`.
 */
export { lazyPrisma, openPrisma as openUnscopedPrisma } from './prisma.ts'

/** The same database, reaching the rows of every project. */
export const acrossProjects = (database: Database): Transactor => scopedTo(database, ofInstance)

/** One transaction that reaches the rows of every project. */
export const transactionAcrossProjects = <Result>(
  prisma: PrismaClient,
  work: (tx: PrismaTx) => Promise<Result>,
): Promise<Result> => prisma.$transaction((tx) => within(tx, ofInstance, work))

/** For what one transaction of a project must know of others, such as how many projects their owner has. */
export async function lookAcrossProjects<Result>(
  tx: Executor,
  work: (tx: Executor) => Promise<Result>,
): Promise<Result> {
  await take(tx, ofInstance)
  try {
    return await work(tx)
  } finally {
    // After a statement that failed the whole transaction ends, and its role with it.
    await take(tx, ofService).catch(() => undefined)
  }
}

const take = (tx: Executor, { setting, value }: Scope): Promise<object[]> =>
  tx.rows(sql`SELECT set_config(${setting}, ${value}, true)`)
