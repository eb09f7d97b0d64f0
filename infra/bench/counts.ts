import { readFileSync } from 'node:fs'
import { setTimeout as pause } from 'node:timers/promises'
import type { Client } from 'pg'

export interface Counts {
  /** Statements sent to PostgreSQL per request, which are its round trips. */
  readonly roundTrips: number
  /** Statements that write, each committing by itself, per request. */
  readonly commits: number
}

/** What the service does besides answering: the relay's look at the outbox, the sweep of expired rows. */
const background = /\boutbox\b|\bctid\b|pg_sleep/

/**
 * Counts what PostgreSQL was asked by one service while `requests` ran one after the other, from the server's own log.
 * Exact: nothing else of that service runs meanwhile but its background work, which is left out by its text.
 */
export async function countStatements(
  sql: Client,
  logFile: string,
  service: string,
  requests: number,
  work: () => Promise<void>,
): Promise<Counts> {
  const mark = `-- mark ${Math.random()}`
  await sql.query(`SELECT 1 ${mark}`)
  await pause(100)
  await work()
  await pause(100)
  const log = readFileSync(logFile, 'utf8')
  const lines = log.slice(log.lastIndexOf(mark)).split(/\n(?=bench )/)
  const sent = new RegExp(`^bench \\[signet ${service}(?: tokens)?\\] LOG: {2}execute`)
  const statements = lines.filter((line) => sent.test(line) && !background.test(line))
  const writes = statements.filter((line) =>
    /\b(?:INSERT|UPDATE|DELETE)\b/.test(line.split('DETAIL:')[0] ?? ''),
  )
  return { roundTrips: statements.length / requests, commits: writes.length / requests }
}

/** Has the server log every statement with the name of who sent it. */
export async function logStatements(sql: Client, on: boolean): Promise<void> {
  await sql.query(`ALTER SYSTEM SET log_statement = '${on ? 'all' : 'none'}'`)
  await sql.query(`ALTER SYSTEM SET log_line_prefix = 'bench [%a] '`)
  await sql.query('SELECT pg_reload_conf()')
  await pause(300)
}
