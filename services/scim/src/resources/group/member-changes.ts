import type { MemberChange } from '@signet/provisioning'
import { ScimError } from '../../messages/error.ts'
import type { Filter } from '../../messages/filter/filter.ts'
import { filterToSql } from '../../messages/filter/to-sql.ts'
import { messageLimits, requireAtMost } from '../../messages/limits.ts'
import type { Operation } from '../../messages/patch/operations.ts'
import { readValue } from '../../messages/read-value.ts'
import { listOf, type ScimValue } from '../../messages/scim-object.ts'
import type { Call } from '../handler.ts'
import { memberColumns } from './columns.ts'

/** Whether an operation is about the members, which are never read to be changed. */
export const isAboutMembers = ({ path }: Operation): boolean => path.ref.attribute.name === 'members'

export const idsOf = (members: ScimValue | undefined): string[] =>
  listOf(members).map(({ value }) => (typeof value === 'string' ? value : ''))

/** The steps that operations on members are, neighbours of one kind joined: directories send an operation for each. */
export function memberChanges(operations: readonly Operation[], call: Call): MemberChange[] {
  const changes: MemberChange[] = []
  // The list of the last change, which the changes joined to it are appended to.
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
  // Directories name the members to remove in `value`; taking that for all members would remove the others too.
  if (kind === 'remove' && (value === undefined || value === null)) return { kind: 'replace', accountIds: [] }
  return { kind, accountIds: idsOf(readValue(ref.attribute, value, 'members', call)) }
}

/** The ids that a filter of nothing but `value eq` names. */
function namedBy(filter: Filter): string[] | null {
  if (filter.kind === 'any') {
    const parts = filter.filters.map(namedBy)
    return parts.every((part) => part !== null) ? parts.flat() : null
  }
  const isId = filter.kind === 'compare' && filter.operator === 'eq' && filter.ref.attribute.name === 'value'
  return isId && typeof filter.value === 'string' ? [filter.value] : null
}
