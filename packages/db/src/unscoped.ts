import { type Database, scopedTo, type Transactor } from './database.ts'
import { type PrismaClient, type PrismaTx, within } from './prisma.ts'
import { ofInstance, ofService, type Scope } from './scope.ts'
import { type Executor, sql } from './sql.ts'

/**
 * Used for lists across tenants, background work and tables shared by all projects. A lint rule names the few files that may import
 * this; all other code uses `inProject`.
 */
export { lazyPrisma, openPrisma as openUnscopedPrisma } from './prisma.ts'

export const acrossProjects = (database: Database): Transactor => scopedTo(database, ofInstance)

export const transactionAcrossProjects = <Result>(
  prisma: PrismaClient,
  work: (tx: PrismaTx) => Promise<Result>,
  options: { readonly timeout?: number } = {},
): Promise<Result> => prisma.$transaction((tx) => within(tx, ofInstance, work), options)

/** Inside a transaction of one project, for example to count the projects of their owner. */
export async function lookAcrossProjects<Result>(
  tx: Executor,
  work: (tx: Executor) => Promise<Result>,
): Promise<Result> {
  await take(tx, ofInstance)
  try {
    return await work(tx)
  } finally {
    // After a failed statement the transaction can only roll back, which also ends the role.
    await take(tx, ofService).catch(() => undefined)
  }
}

const take = (tx: Executor, { setting, value }: Scope): Promise<object[]> =>
  tx.rows(sql`SELECT set_config(${setting}, ${value}, true)`)
