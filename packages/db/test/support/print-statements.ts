import { type Executor, openDatabase, sql } from '../../src/index.ts'

/**
 * Prints the number of statements that a connection has prepared after six executions of two statements, and the plans of a statement
 * after each of three transactions, the second of which plans by key. Takes the URL of an empty database.
 */
const [url = ''] = process.argv.slice(2)

async function preparedStatements(): Promise<number | undefined> {
  const database = openDatabase({ url, name: 'prepared', poolSize: 1 })
  const count = () => database.rows<{ n: number }>(sql`SELECT count(*) AS n FROM pg_prepared_statements`)
  await count()
  for (let index = 0; index < 5; index += 1) await database.rows(sql`SELECT ${index}::int AS i`)
  const [row] = await count()
  await database.close()
  return row?.n
}

async function plansOfTransactions(): Promise<object[]> {
  const database = openDatabase({ url, name: 'planned', poolSize: 1, plans: 'each time' })
  await database.run(sql`CREATE TABLE counters (id text PRIMARY KEY, n int NOT NULL)`)
  const read = async (tx: Executor) => {
    await tx.rows(sql`SELECT n FROM counters WHERE id = ${'a'}`)
    return tx.rows<object>(sql`
      SELECT generic_plans AS generic, custom_plans AS custom FROM pg_prepared_statements
      WHERE statement LIKE 'SELECT n FROM counters%'`)
  }
  const plans = [
    ...(await database.transaction(read)),
    ...(await database.transaction(read, { plans: 'by key' })),
    ...(await database.transaction(read)),
  ]
  await database.close()
  return plans
}

console.log(JSON.stringify({ prepared: await preparedStatements(), plans: await plansOfTransactions() }))
