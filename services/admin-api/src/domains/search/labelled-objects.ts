import {
  type AnswerOf,
  kindsOfProject,
  type Operations,
  operations,
  parseLabelFilter,
} from '@signet/contracts'
import { allOf, type Executor, type Sql, sql } from '@signet/db'
import type { Administrator } from '../../caller.ts'
import { implementRead } from '../../implement.ts'
import { type Listing, type PageInput, readList } from '../../lists/page.ts'
import { listableBy } from '../../projects/rights.ts'

type ListName = 'labelled_object_list' | 'project_labelled_object_list'
type Objects = AnswerOf<Operations[ListName]>['objects']

interface Row extends Omit<Objects[number], 'labelledAt'> {
  readonly key: string
  readonly labelledAt: Date
}

/** The id of a team and of an agent client could be equal. */
const key = sql`(l.kind || ' ' || l.object_id)`

const administrators = sql`(SELECT administrators_project_id FROM instance)`

async function readObjects(
  executor: Executor,
  where: Sql,
  ids: readonly string[] | undefined,
): Promise<Row[]> {
  return executor.rows<Row>(sql`
    SELECT ${key} AS key, CASE WHEN l.kind = 'user' AND l.project_id = ${administrators} THEN 'administrator' ELSE l.kind END AS kind,
      l.object_id AS id, CASE WHEN l.kind = ANY(${[...kindsOfProject]}) AND l.project_id <> ${administrators} THEN l.project_id END AS "projectId",
      l.labels, l.managed_by_tool AS "managedByTool", l.created_at AS "labelledAt"
    FROM object_labels l WHERE ${where} AND ${ids ? sql`${key} = ANY(${[...ids]})` : sql`true`}
    ORDER BY l.created_at, key`)
}

function visibleTo(caller: Administrator): Sql {
  const ofInstance = sql`l.project_id = ${administrators} AND l.kind IN ('user', 'team', 'plan', 'agent', 'service_account')`
  const listed = sql`l.kind = 'project' AND EXISTS (SELECT 1 FROM projects p WHERE p.id = l.object_id AND ${listableBy(caller)})`
  if (caller.superAdministrator) return sql`((${ofInstance}) OR (${listed}))`
  const teams = caller.teams.map(({ id }) => id)
  const ofTeams = sql`l.project_id = ${administrators} AND ((l.kind = 'team' AND l.object_id = ANY(${teams}))
    OR (l.kind = 'service_account' AND l.object_id IN (SELECT s.id FROM service_accounts s WHERE s.team_id = ANY(${teams}))))`
  return sql`((${ofTeams}) OR (${listed}))`
}

interface Filter extends PageInput {
  readonly label?: readonly string[] | undefined
  readonly managedByTool?: string | undefined
}

const hasLabel = (filter: string): Sql => {
  const { key: name, value } = parseLabelFilter(filter)
  return value === null
    ? sql`l.labels ? ${name}`
    : sql`l.labels @> ${JSON.stringify({ [name]: value })}::jsonb`
}

function exactOf({ label = [], managedByTool }: Filter): Sql | undefined {
  const conditions = [
    ...label.map(hasLabel),
    ...(managedByTool === undefined ? [] : [sql`l.managed_by_tool = ${managedByTool}`]),
  ]
  return conditions.length > 0 ? allOf(conditions) : undefined
}

async function listObjects(name: ListName, executor: Executor, where: Sql, input: Filter) {
  const listing: Listing<Operations[ListName]> = {
    exact: exactOf(input),
    from: sql`object_labels l`,
    id: key,
    where,
    texts: [sql`l.managed_by_tool`, sql`l.object_id`],
    orders: { labelledAt: { by: sql`l.created_at`, isTime: true } },
  }
  const read = async (ids?: readonly string[]) =>
    (await readObjects(executor, where, ids)).map((row) => ({ id: row.key, row }))
  const { rows, page } = await readList(operations[name], executor, listing, input, read)
  return { objects: rows.map(({ row }) => toObject(row)), ...page }
}

const toObject = ({ key: _key, labelledAt, ...row }: Row): Objects[number] => ({
  ...row,
  labelledAt: labelledAt.toISOString(),
})

export const labelled_object_list = implementRead(
  operations.labelled_object_list,
  ({ deps: { database }, caller }, input) =>
    listObjects('labelled_object_list', database, visibleTo(caller), input),
)

/** The administrators' project also has the rows of the instance, which are not its objects. */
export const project_labelled_object_list = implementRead(
  operations.project_labelled_object_list,
  ({ deps: { database }, project }, input) =>
    listObjects(
      'project_labelled_object_list',
      database,
      sql`l.project_id = ${project.id} AND l.kind = ANY(${[...kindsOfProject]})`,
      input,
    ),
)
