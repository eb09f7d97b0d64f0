import { type Executor, raw, sql } from '@signet/db'
import { artifactTableNames } from '@signet/sessions'
import type { Auth } from '../support/harness.ts'

/** A request needs this advisory lock to commit an artifact. */
const gate = raw('20091')

/** Connections of the test itself; every other connection belongs to a request. */
const ending = 'signet auth test'

/** Delays the commit of every request that wrote an artifact while the gate is closed. */
export async function addGate({ database }: Auth): Promise<void> {
  await database.run(sql`
    CREATE FUNCTION wait_at_gate() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
      IF current_setting('application_name') <> '${raw(ending)}' THEN
        PERFORM pg_advisory_xact_lock_shared(${gate});
      END IF;
      RETURN NULL;
    END $$`)
  for (const table of artifactTableNames)
    await database.run(sql`
      CREATE CONSTRAINT TRIGGER wait_at_gate AFTER INSERT OR UPDATE OR DELETE ON ${raw(table)}
      DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION wait_at_gate()`)
}

async function closeGate({ database }: Auth): Promise<() => Promise<void>> {
  const closed = Promise.withResolvers<void>()
  const mayOpen = Promise.withResolvers<void>()
  const opened = database.transaction(async (tx) => {
    await tx.rows(sql`SELECT pg_advisory_xact_lock(${gate})`)
    closed.resolve()
    await mayOpen.promise
  })
  await Promise.race([closed.promise, opened])
  return () => {
    mayOpen.resolve()
    return opened
  }
}

export async function keepArtifacts({ database }: Auth): Promise<() => Promise<void>> {
  const tables = artifactTableNames.map((name) => ({ table: raw(name), copy: raw(`copy_of_${name}`) }))
  for (const { table, copy } of tables)
    await database.run(sql`CREATE TABLE ${copy} AS SELECT * FROM ${table}`)
  return () =>
    database.transaction(async (tx) => {
      for (const { table, copy } of tables) {
        await tx.run(sql`DELETE FROM ${table}`)
        await tx.run(sql`INSERT INTO ${table} SELECT * FROM ${copy}`)
      }
    })
}

async function doneOrWaiting({ database }: Auth, work: Promise<unknown>, isEnding: boolean): Promise<void> {
  let isDone = false
  const done = () => {
    isDone = true
  }
  work.then(done, done)
  while (!isDone) {
    const [state] = await database.rows<{ waits: boolean }>(sql`
      SELECT EXISTS (SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'
        AND (application_name = ${ending}) = ${isEnding}) AS waits`)
    if (state?.waits) return
  }
}

/** Order of the commits of the request and the ending. */
export type First = 'request' | 'ending'

interface Interleaving<Answer> {
  readonly end: (tx: Executor) => Promise<unknown>
  readonly request: () => Promise<Answer>
  /** Index of the statement of the ending before which the request is sent. */
  readonly step: number
  readonly first: First
}

/** Each of the two proceeds as far as the locks of the other allow. */
export async function interleave<Answer>(
  auth: Auth,
  { end, request, step, first }: Interleaving<Answer>,
): Promise<{ answer: Answer; statements: number }> {
  const openGate = first === 'ending' ? await closeGate(auth) : () => Promise.resolve()
  const arrived = Promise.withResolvers<{ answer: Promise<Answer> }>()
  let statements = 0
  const send = async <Result>(statement: () => Promise<Result>): Promise<Result> => {
    if (statements === step) {
      const answer = request()
      await doneOrWaiting(auth, answer, false)
      arrived.resolve({ answer })
    }
    statements += 1
    return statement()
  }
  const ended = auth.database.transaction((tx) =>
    end({ rows: (query) => send(() => tx.rows(query)), run: (query) => send(() => tx.run(query)) }),
  )
  const { answer } = await Promise.race([arrived.promise, ended.then(() => arrived.promise)])
  await doneOrWaiting(auth, ended, true)
  await openGate()
  await ended
  return { answer: await answer, statements }
}
