import { openDatabase } from '../../src/database.ts'
import { migrate } from '../../src/migrate/run.ts'

/** Kills itself after STATEMENTS committed statements. */
const database = openDatabase({ url: process.env.DATABASE_URL ?? '', name: 'test', poolSize: 3 })
let left = Number(process.env.STATEMENTS)
await migrate(database, {
  leaseMs: 300,
  print: () => undefined,
  onStatement: () => {
    left -= 1
    if (left === 0) process.kill(process.pid, 'SIGKILL')
  },
})
await database.close()
