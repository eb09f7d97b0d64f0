import type { AuditEntry } from '@signet/contracts'
import { formatList } from '../../texts/format.ts'
import { t } from '../../texts/index.ts'
import { isChange, type Names, textOf } from './entry-texts.ts'

type MembershipEntry = Pick<AuditEntry, 'action' | 'detail'>

const mostNamed = 3

/** Returns the ids of the users in an entry of a group; a directory's entry has one list for each change. */
function userIdsIn({ action, detail: { userId, userIds, members } }: MembershipEntry): readonly string[] {
  if (!action.startsWith('group.member.')) return []
  const lists: readonly unknown[] = Array.isArray(members) ? members.map((change) => change.userIds) : []
  return [userId, userIds, ...lists].flat().filter((id) => typeof id === 'string')
}

export const namedUserIds = (entry: MembershipEntry): readonly string[] =>
  userIdsIn(entry).slice(0, mostNamed)

/** Returns the member and the role of an entry of a team, or the members of a group whose names are known. */
export function membersIn(entry: MembershipEntry, names: Names): string {
  const { action, detail } = entry
  if (action.startsWith('team.member.') && typeof detail.email === 'string')
    return [detail.email, roleText(detail.role)].filter(Boolean).join(' · ')
  const named = namedUserIds(entry).flatMap((id) => names.get(id) ?? [])
  const others = userIdsIn(entry).length - named.length
  return named.length === 0 ? '' : formatList(others > 0 ? [...named, t.audit.moreFields(others)] : named)
}

const roles = (): Readonly<Record<string, string>> => t.shell.teamRoles

function roleText(role: unknown): string {
  if (isChange(role)) return `${roleText(role.from)} → ${roleText(role.to)}`
  return role === undefined ? '' : (roles()[String(role)] ?? textOf(role))
}
