import type { AuditEntry } from '@signet/contracts'
import { formatList } from '../../texts/format.ts'
import { t } from '../../texts/index.ts'
import { textsOf } from './action-texts.ts'
import { type Names, targetOf } from './entry-texts.ts'

/** Consecutive entries of one actor, action, project, group and day; the newest first. */
export type Fold = readonly [AuditEntry, ...AuditEntry[]]

/** Fewer entries remain separate rows. */
const fewest = 3

const mostNamed = 2

/** The local day, because a list has a heading for each day. */
function keyOf({
  actor,
  clientId,
  connectionId,
  surface,
  action,
  projectId,
  detail,
  at,
}: AuditEntry): string {
  const group = detail.groupId ?? detail.group
  const day = new Date(at).toDateString()
  return JSON.stringify([actor, clientId, connectionId, surface, action, projectId, group, day])
}

/** Additions and removals have one entry for the group and one for each user, which is newer. */
const ofUsers: Readonly<Record<string, string>> = {
  'group.member.add': 'enduser.group.join',
  'group.member.remove': 'enduser.group.leave',
}

/** True for the entry of the group after the entries of at least two users. */
const isCause = (run: Fold, { actor, action, targetId }: AuditEntry): boolean =>
  run.length >= fewest - 1 &&
  ofUsers[action] === run[0].action &&
  actor === run[0].actor &&
  targetId === run[0].detail.groupId

/** Returns all entries in the same order; a fold of one entry is a single row. */
export function foldEntries(entries: readonly AuditEntry[]): readonly Fold[] {
  const runs: [AuditEntry, ...AuditEntry[]][] = []
  for (const entry of entries) {
    const last = runs.at(-1)
    if (last && (keyOf(last[0]) === keyOf(entry) || isCause(last, entry))) last.push(entry)
    else runs.push([entry])
  }
  return runs.flatMap((run): Fold[] => (run.length < fewest ? run.map((entry) => [entry]) : [run]))
}

/** Returns the text of a fold before and after its bold part. */
export function foldTexts(
  fold: Fold,
  names: Names,
): { readonly before: string; readonly target: string; readonly after: string } {
  const [{ action, detail }] = fold
  const group = [detail.group, names.get(String(detail.groupId))].find((name) => typeof name === 'string')
  const text = { 'enduser.group.join': t.audit.joined, 'enduser.group.leave': t.audit.left }[action]
  const count = fold.filter((entry) => entry.action === action).length
  if (action === 'enduser.import') return { before: t.audit.imported(count), target: '', after: '' }
  if (text && group) {
    const [before = '', after = ''] = text(count, '{target}').split('{target}')
    return { before, target: group, after }
  }
  const { before, after } = textsOf(action)
  return { before, target: after === null ? '' : targetsOf(fold, names), after: after ?? '' }
}

/** Returns the first names, and counts the others. */
function targetsOf(fold: Fold, names: Names): string {
  const targets = [...new Set(fold.map((entry) => targetOf(entry, names)))]
  const named = targets.length > mostNamed + 1 ? targets.slice(0, mostNamed) : targets
  const others = targets.length - named.length
  return formatList(others > 0 ? [...named, t.audit.moreFields(others)] : named)
}
