import type { AuditEntry } from '@signet/contracts'
import { RowLink } from '../../components/link.tsx'
import { type Column, NameCell, textColumn } from '../../components/table/column.tsx'
import { paths } from '../../paths.ts'
import type { AuditSearch } from '../../searches.ts'
import { formatDate } from '../../texts/format.ts'
import { t } from '../../texts/index.ts'
import { Badge } from '../../ui/badge.tsx'
import { RelativeTime } from '../../ui/time.tsx'
import { changedFields } from './changed-fields.ts'
import { Changes } from './changes.tsx'
import { ActionText, FilteredId } from './entry-parts.tsx'
import { actorOf, type Names, surfaceText, targetOf } from './entry-texts.ts'
import { objectOf } from './object-of.ts'
import { AgentLink, DirectoryLink } from './origin.tsx'

/** Links to the page of the entry's target; for a deleted target, to all its entries. */
const linkOf = (entry: AuditEntry) =>
  objectOf(entry) ?? paths.audit(entry.targetId ? { targetId: entry.targetId } : { actor: entry.actor })

/** Returns the ids of entries with the same actor as the row above them, which the list shows less prominently. */
export const repeatedActors = (entries: readonly AuditEntry[]): ReadonlySet<string> =>
  new Set(entries.filter(({ actor }, index) => entries[index - 1]?.actor === actor).map(({ id }) => id))

/** Columns that show an entry as a sentence; the side view shows all its fields. */
export function columnsOf(
  names: Names,
  search: AuditSearch,
  repeated: ReadonlySet<string>,
): readonly Column<AuditEntry>[] {
  const projectOf = ({ projectId }: AuditEntry) => (projectId ? (names.get(projectId) ?? projectId) : '–')
  return [
    {
      id: 'entry',
      header: t.audit.entry,
      cell: (entry) => (
        <NameCell
          note={changedFields(entry, names)}
          badges={entry.surface && <Badge tone="accent">{surfaceText(entry.surface)}</Badge>}
        >
          <RowLink {...linkOf(entry)}>
            <span className={repeated.has(entry.id) ? 'font-normal text-quiet' : ''}>{actorOf(entry)}</span>{' '}
            <ActionText action={entry.action} target={targetOf(entry, names)} />
          </RowLink>
        </NameCell>
      ),
    },
    textColumn('project', t.nav.project, projectOf, { className: 'w-44 @max-3xl:hidden' }),
    {
      id: 'at',
      header: t.audit.when,
      cell: ({ at }) => (
        <span className="flex flex-wrap gap-x-2">
          <RelativeTime at={at} />
          <span className="whitespace-nowrap text-quiet @max-4xl:hidden">{formatDate(at, 'moment')}</span>
        </span>
      ),
      className: '@lg:w-36 @4xl:w-64',
    },
    extra('exactly', t.audit.at, ({ at }) => formatDate(at, 'time')),
    extra('action', t.audit.action, ({ action }) => <code className="font-mono text-sm">{action}</code>),
    extra('changes', t.audit.changes, (entry) => <Changes entry={entry} names={names} />),
    extra('actor', t.audit.actor, ({ actor }) => (
      <FilteredId value={actor} what={t.audit.actorId} search={{ ...search, actor }} />
    )),
    extra('target', t.audit.target, ({ targetId }) =>
      targetId ? (
        <FilteredId value={targetId} what={t.audit.targetId} search={{ ...search, targetId }} />
      ) : (
        '–'
      ),
    ),
    extra('client', t.audit.client, ({ clientId }) => (clientId ? <AgentLink clientId={clientId} /> : '–')),
    extra('connection', t.audit.connection, ({ projectId, connectionId }) =>
      projectId && connectionId ? (
        <DirectoryLink projectId={projectId} connectionId={connectionId} />
      ) : (
        (connectionId ?? '–')
      ),
    ),
  ]
}

const extra = (id: string, header: string, cell: Column<AuditEntry>['cell']): Column<AuditEntry> => ({
  id,
  header,
  cell,
  isExtra: true,
})
