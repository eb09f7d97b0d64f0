import { limits, type SearchResult } from '@signet/contracts'
import { type Executor, join, type Sql, sql } from '@signet/db'
import type { Administrator } from '../../caller.ts'
import { listableBy } from '../../projects/rights.ts'
import { kindsOfProject, projects, type SearchedKind, type SearchMatch, teams } from './kinds.ts'

const { ofKind } = limits.searchResults
/** Words of one account that a search usually matches, each with a row. */
const wordsOfAccount = 4

interface Search {
  readonly prefix: string | undefined
  readonly find: (executor: Executor, caller: Administrator, q: string) => Promise<SearchResult[]>
}

type Readable = (caller: Administrator, searched: SearchedKind, found: SearchMatch) => Sql

const inProjects: Readable = (caller, { table, id, name }, { where, order, table: searched = table }) => sql`
  SELECT ${id} AS id, ${name} AS name, jsonb_build_object('id', p.id, 'name', p.name) AS project
  FROM ${searched} x JOIN projects p ON p.id = x.project_id
  WHERE ${where} AND ${listableBy(caller)} ORDER BY ${order}, x.id LIMIT ${ofKind * wordsOfAccount}`

/** Restricts rows of tables shared by all projects with the condition `mine`. */
const inSharedTable =
  (alias: Sql, mine: (caller: Administrator) => Sql): Readable =>
  (caller, { table, id, name }, { where, order }) =>
    sql`
    SELECT ${id} AS id, ${name} AS name, NULL::jsonb AS project FROM ${table} x CROSS JOIN LATERAL (SELECT x.*) ${alias}
    WHERE ${where} AND ${mine(caller)} ORDER BY ${order}, x.id LIMIT ${ofKind}`

const teamsOf = (caller: Administrator): Sql =>
  caller.superAdministrator ? sql`true` : sql`t.id = ANY(${caller.teams.map(({ id }) => id)})`

const searchOf = (searched: SearchedKind, readable: Readable): Search => ({
  prefix: searched.prefix,
  async find(executor, caller, q) {
    const isId = searched.prefix !== undefined && q.startsWith(`${searched.prefix}_`)
    const parts = isId ? [beginningId(q)] : await searched.found(q, executor)
    const rows = join(
      parts.map((found) => sql`(${readable(caller, searched, found)})`),
      ' UNION ALL ',
    )
    const found = await executor.rows<Omit<SearchResult, 'kind'>>(
      sql`SELECT * FROM (${rows}) f LIMIT ${ofKind * wordsOfAccount}`,
    )
    const unique = new Map(found.map((row) => [`${row.project?.id} ${row.id}`, row]))
    return [...unique.values()].slice(0, ofKind).map((row) => ({ kind: searched.kind, ...row }))
  },
})

const beginningId = (q: string): SearchMatch => ({
  where: sql`x.id >= ${q} AND x.id < ${`${q}\u{10ffff}`}`,
  order: sql`x.id`,
})

export const searches: readonly Search[] = [
  searchOf(projects, inSharedTable(sql`p`, listableBy)),
  searchOf(teams, inSharedTable(sql`t`, teamsOf)),
  ...kindsOfProject.map((searched) => searchOf(searched, inProjects)),
]
