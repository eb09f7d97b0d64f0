import type { MemberChange } from '@signet/provisioning'
import { ScimError } from '../../messages/error.ts'
import type { Filter } from '../../messages/filter/filter.ts'
import { filterToSql } from '../../messages/filter/to-sql.ts'
import { messageLimits, requireAtMost } from '../../messages/limits.ts'
import type { Operation } from '../../messages/patch/operations.ts'
import { readValue } from '../../messages/read-value.ts'
import { listOf, type ScimValue } from '../../schemas/scim-object.ts'
import type { Call } from '../handler.ts'
import { memberColumns } from './columns.ts'

/** Members are changed without reading them. */
export const isAboutMembers = ({ path }: Operation): boolean => path.ref.attribute.name === 'members'

export const idsOf = (members: ScimValue | undefined): string[] =>
  listOf(members).map(({ value }) => (typeof value === 'string' ? value : ''))

/** Adjacent operations of one kind are joined, because directories send one for each member. */
export function memberChanges(operations: readonly Operation[], call: Call): MemberChange[] {
  const changes: MemberChange[] = []
  // Ids of the last change, which joined operations append to.
  let joined: string[] = []
  for (const operation of operations) {
    const change = changeOf(operation, call)
    const last = changes.at(-1)
    if (!('accountIds' in change)) changes.push(change)
    else if (last && 'accountIds' in last && isJoined(last, change))
      for (const id of change.accountIds) joined.push(id)
    else {
      joined = [...change.accountIds]
      changes.push({ kind: change.kind, accountIds: joined })
    }
  }
  requireAtMost(changes.length, messageLimits.changes, 'changes of members')
  return changes
}

const isJoined = (last: MemberChange, next: MemberChange): boolean =>
  last.kind === next.kind && next.kind !== 'replace'

function changeOf({ kind, path, value }: Operation, call: Call): MemberChange {
  const { ref, values } = path
  if (ref.sub || (values && kind !== 'remove'))
    throw new ScimError(400, 'A member cannot be changed, only added and removed.', {
      scimType: 'mutability',
    })
  if (values) {
    const named = namedBy(values)
    return named
      ? { kind: 'remove', accountIds: named }
      : { kind: 'remove where', condition: filterToSql(values, memberColumns) }
  }
  // Directories list the members to remove in `value`. Ignoring it would remove all members.
  if (kind === 'remove' && (value === undefined || value === null)) return { kind: 'replace', accountIds: [] }
  return { kind, accountIds: idsOf(readValue(ref.attribute, value, 'members', call)) }
}

/** Null unless the filter has only `value eq`. */
function namedBy(filter: Filter): string[] | null {
  if (filter.kind === 'any') {
    const parts = filter.filters.map(namedBy)
    return parts.every((part) => part !== null) ? parts.flat() : null
  }
  const isId = filter.kind === 'compare' && filter.operator === 'eq' && filter.ref.attribute.name === 'value'
  return isId && typeof filter.value === 'string' ? [filter.value] : null
}
