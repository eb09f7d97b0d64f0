import { readFileSync } from 'node:fs'
import { setTimeout as pause } from 'node:timers/promises'
import type { Client } from 'pg'

export interface Counts {
  /** Messages with a statement, which equal the round trips. */
  readonly roundTrips: number
  /** Writing statements per request, each with its own commit. */
  readonly commits: number
}

/** Background work: the relay's polling of the outbox, the sweep of expired rows. */
const background = /\boutbox\b|\bctid\b|pg_sleep/

/** Part of the message of the next statement. */
const scoping = /SELECT set_config\(\$1, \$2, true\)/

/**
 * Counts the statements of one service while `requests` run successively, from PostgreSQL's log. The counts are exact: statements of
 * background work are excluded by their text.
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
  const statements = lines.filter((line) => sent.test(line) && !background.test(line) && !scoping.test(line))
  const writes = statements.filter((line) =>
    /\b(?:INSERT|UPDATE|DELETE)\b/.test(line.split('DETAIL:')[0] ?? ''),
  )
  return { roundTrips: statements.length / requests, commits: writes.length / requests }
}

export async function logStatements(sql: Client, on: boolean): Promise<void> {
  await sql.query(`ALTER SYSTEM SET log_statement = '${on ? 'all' : 'none'}'`)
  await sql.query(`ALTER SYSTEM SET log_line_prefix = 'bench [%a] '`)
  await sql.query('SELECT pg_reload_conf()')
  await pause(300)
}
