import { type DetailRow, detailRows } from '../../components/audit/entry-texts.ts'
import { valueRows, visible } from '../../components/value-rows.ts'
import { t } from '../../texts/index.ts'

type Members = Readonly<Record<string, unknown>>

interface ChangeSheet {
  readonly changes: readonly DetailRow[]
  /** Id of the affected object, other than the project. */
  readonly objectId: string | null
  readonly target: Members
  /** Arguments that neither the changes nor the target show. */
  readonly further: Members
}

const isChange = (value: unknown): boolean =>
  typeof value === 'object' && value !== null && 'from' in value && 'to' in value

/** Shows each value of an approval once. */
export function changeSheetOf({
  shows,
  input,
}: {
  readonly shows: Members
  readonly input: Members
}): ChangeSheet {
  const objectId = typeof shows.target === 'string' && shows.target !== input.projectId ? shows.target : null
  // The addresses of the users replace their ids, and the name of the project its id.
  const isRedundant = (name: string): boolean => (name === 'userIds' && 'users' in shows) || name === 'target'
  const members = Object.entries(shows).filter(([name]) => !isRedundant(name))
  const changes = members.filter(([, value]) => isChange(value))
  const target = members.filter(([, value]) => !isChange(value))
  const changed = new Set(changes.map(([name]) => name))
  const known = new Set([objectId, ...target.map(([, value]) => value)].map((value) => JSON.stringify(value)))
  const further = Object.entries(input).filter(
    ([name, value]) =>
      !changed.has(name) && !known.has(JSON.stringify(value)) && name !== 'projectId' && !isRedundant(name),
  )
  return {
    changes: detailRows(Object.fromEntries(changes)).map((row) => ({ ...row, field: fieldLabel(row.field) })),
    objectId,
    target: labelled(target),
    further: labelled(further),
  }
}

/** Returns the first change and the values of the object other than its project, such as "Sales → Sales team". */
export function summaryOf({
  shows: { project: _project, ...shows },
  input,
}: {
  readonly shows: Members
  readonly input: Members
}): string {
  const { changes, target } = changeSheetOf({ shows, input })
  const changed = changes.slice(0, 1).map(({ from, to }) => `${from} → ${to}`)
  const values = valueRows(target).map(({ value }) => value)
  return [...changed, ...values].map(visible).join(', ')
}

/** Returns the API's name for a field without a text. */
function fieldLabel(name: string): string {
  const labels: Readonly<Record<string, string>> = t.approvals.fields
  return (Object.hasOwn(labels, name) ? labels[name] : undefined) ?? name
}

const labelled = (members: readonly (readonly [string, unknown])[]): Members =>
  Object.fromEntries(members.map(([name, value]) => [fieldLabel(name), value]))

/** Returns the length of the list of ids; null for a call with one object. */
export function countOf(input: Members): number | null {
  const lists = Object.entries(input).filter(([name, value]) => name.endsWith('Ids') && Array.isArray(value))
  const [, ids] = lists[0] ?? []
  return Array.isArray(ids) && ids.length > 1 ? ids.length : null
}
