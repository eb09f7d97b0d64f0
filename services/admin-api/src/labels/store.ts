import { type LabelledKind, labelledKinds, type StoredSettings } from '@signet/contracts'
import { type Executor, type Sql, sql } from '@signet/db'
import { refuse } from '@signet/runtime'

/** `projectId` is null for an object of the instance. */
export interface LabelledRef {
  readonly kind: LabelledKind
  readonly projectId: string | null
  readonly id: string
}

export interface StoredLabels {
  readonly labels: Record<string, string>
  readonly managedByTool: string | null
}

/** An absent field keeps its value. */
export type LabelChange = Partial<StoredLabels>

export const noLabels: StoredLabels = { labels: {}, managedByTool: null }

/** Labels of the instance belong to the administrators' project, whose users are the administrators. */
const projectOf = ({ projectId }: LabelledRef): Sql =>
  projectId === null ? sql`(SELECT administrators_project_id FROM instance)` : sql`${projectId}::text`

const storedKind = ({ kind }: LabelledRef): string => (kind === 'administrator' ? 'user' : kind)

const keyOf = (object: LabelledRef): Sql =>
  sql`project_id = ${projectOf(object)} AND kind = ${storedKind(object)} AND object_id = ${object.id}`

/** The row of the object itself, to lock it. */
const rows: Readonly<Record<LabelledKind, (object: LabelledRef) => Sql>> = {
  project: ({ id }) => sql`projects WHERE id = ${id}`,
  user: ofProject(sql`accounts`),
  administrator: ofProject(sql`accounts`),
  group: ofProject(sql`groups`),
  application: ofProject(sql`clients`),
  api: (object) => sql`resources WHERE project_id = ${projectOf(object)} AND identifier = ${object.id}`,
  provider: ofProject(sql`identity_providers`),
  connection: ofProject(sql`provisioning_connections`),
  team: ({ id }) => sql`teams WHERE id = ${id}`,
  plan: ({ id }) => sql`plans WHERE id = ${id}`,
  agent: ({ id }) => sql`agent_clients WHERE id = ${id}`,
  service_account: ({ id }) => sql`service_accounts WHERE id = ${id}`,
}

function ofProject(table: Sql): (object: LabelledRef) => Sql {
  return (object) => sql`${table} WHERE project_id = ${projectOf(object)} AND id = ${object.id}`
}

export const refOf = (kind: LabelledKind, projectId: string | null, answer: object): LabelledRef => {
  const id = String(Reflect.get(answer, labelledKinds[kind]))
  return { kind, projectId: kind === 'project' ? id : projectId, id }
}

/**
 * Keyed by the id of the object.
 * @param ids default: all objects of the kind
 */
export async function readLabelsOfKind(
  executor: Executor,
  { kind, projectId }: Pick<LabelledRef, 'kind' | 'projectId'>,
  ids?: readonly string[],
): Promise<ReadonlyMap<string, StoredLabels>> {
  const rows = await executor.rows<StoredLabels & { readonly id: string }>(sql`
    SELECT object_id AS id, labels, managed_by_tool AS "managedByTool" FROM object_labels
    WHERE project_id = ${projectId} AND kind = ${kind} ${ids ? sql`AND object_id = ANY(${ids})` : sql``}`)
  return new Map(rows.map(({ id, ...stored }) => [id, stored]))
}

export async function readLabels(executor: Executor, object: LabelledRef): Promise<StoredLabels | null> {
  const [row] = await executor.rows<StoredLabels>(sql`
    SELECT labels, managed_by_tool AS "managedByTool" FROM object_labels WHERE ${keyOf(object)}`)
  return row ?? null
}

/** FOR KEY SHARE blocks a concurrent DELETE of the object, whose trigger would not find the new row. */
export async function writeLabels(
  tx: Executor,
  object: LabelledRef,
  { labels, managedByTool }: LabelChange,
): Promise<StoredLabels> {
  const locked = await tx.rows<object>(sql`SELECT 1 FROM ${rows[object.kind](object)} FOR KEY SHARE`)
  if (locked.length === 0) refuse('not_found')
  const given = labels === undefined ? null : JSON.stringify(labels)
  const [stored = noLabels] = await tx.rows<StoredLabels>(sql`
    INSERT INTO object_labels AS l (project_id, kind, object_id, labels, managed_by_tool)
    VALUES (${projectOf(object)}, ${storedKind(object)}, ${object.id}, COALESCE(${given}::jsonb, '{}'), ${managedByTool ?? null})
    ON CONFLICT (project_id, kind, object_id) DO UPDATE SET labels = COALESCE(${given}::jsonb, l.labels),
      managed_by_tool = ${managedByTool === undefined ? sql`l.managed_by_tool` : sql`EXCLUDED.managed_by_tool`}
    RETURNING labels, managed_by_tool AS "managedByTool"`)
  await tx.run(
    sql`DELETE FROM object_labels WHERE ${keyOf(object)} AND labels = '{}' AND managed_by_tool IS NULL`,
  )
  await tx.run(sql`UPDATE instance SET labels_used = true, version = version + 1 WHERE NOT labels_used`)
  return stored
}

/** Keyed by the settings of a version of the instance: the first label increments the version. */
const usedBySettings = new WeakMap<StoredSettings, boolean>()

/** A call with the same settings found that no labels are used. */
export const areLabelsUnused = (settings: StoredSettings): boolean => usedBySettings.get(settings) === false

/**
 * An instance without labels executes no statement for them. The settings of a call are read again after each change of the version,
 * and with them this flag.
 */
export async function areLabelsUsed(executor: Executor, settings: StoredSettings): Promise<boolean> {
  const known = usedBySettings.get(settings)
  if (known !== undefined) return known
  const [row] = await executor.rows<{ used: boolean }>(sql`SELECT labels_used AS used FROM instance`)
  const used = row?.used ?? false
  usedBySettings.set(settings, used)
  return used
}
