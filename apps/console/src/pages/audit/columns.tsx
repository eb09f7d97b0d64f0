import type { AuditEntry } from '@signet/contracts'
import type { LinkProps } from '@tanstack/react-router'
import { ChevronDown } from 'lucide-react'
import type { ReactNode } from 'react'
import { Sentence } from '../../components/audit/actor.tsx'
import { ChangeIcon } from '../../components/audit/change-icon.tsx'
import { changedFields } from '../../components/audit/changed-fields.ts'
import { Changes } from '../../components/audit/changes.tsx'
import { FoldText } from '../../components/audit/entries.tsx'
import { ActionText, FilteredId } from '../../components/audit/entry-parts.tsx'
import { type Names, providerOf, surfaceText, targetOf } from '../../components/audit/entry-texts.ts'
import { objectOf } from '../../components/audit/object-of.ts'
import { AgentLink, DirectoryLink } from '../../components/audit/origin.tsx'
import { RowLink, rowLinkStyle, TextLink } from '../../components/link.tsx'
import { type Column, NameCell } from '../../components/table/column.tsx'
import type { AuditSearch } from '../../searches.ts'
import { formatDate } from '../../texts/format.ts'
import { t } from '../../texts/index.ts'
import { labelOfPlanned } from '../../texts/operation-label.ts'
import { relativeTime } from '../../texts/relative-time.ts'
import { Badge } from '../../ui/badge.tsx'
import { cx } from '../../ui/cx.ts'
import type { AuditRow } from './rows.ts'

/** The first press opens the side view with all fields, the next one the object of the entry. */
function linkOf(entry: AuditEntry, { peek }: AuditSearch): LinkProps {
  const isOpen = peek === entry.id
  const object = isOpen ? objectOf(entry) : undefined
  if (object) return object
  return {
    to: '.',
    search: (now) => ({ ...now, peek: isOpen ? undefined : entry.id }),
    replace: true,
    resetScroll: false,
  }
}

/** Returns the operation that an approval is about. */
const callOf = ({ action, detail: { tool } }: AuditEntry): string | undefined =>
  action.startsWith('mcp.approval.') && typeof tool === 'string' ? labelOfPlanned(tool) : undefined

/** The row of the fold above names the group of memberships. */
function noteOf({ isFolded, ...entry }: AuditRow, names: Names): ReactNode {
  if (isFolded && entry.detail.group) return null
  const note = callOf(entry) ?? changedFields(entry, names)
  return note && <span className="@max-lg:block @max-lg:pl-5.5">{note}</span>
}

/** Columns that show an entry as a sentence; the side view shows all its fields. */
export function columnsOf(
  names: Names,
  search: AuditSearch,
  onToggle: (fold: string) => void,
): readonly Column<AuditRow>[] {
  return [
    {
      id: 'entry',
      header: t.audit.entry,
      head: (
        <span className="flex gap-3 pl-5.5">
          <span className="w-45">{t.audit.actor}</span> {t.audit.entry}
        </span>
      ),
      isSentence: true,
      cell: ({ fold, isOpen = false, isFolded, ...entry }) => (
        <NameCell
          note={noteOf(isFolded ? { ...entry, isFolded } : entry, names)}
          badges={entry.surface && <Badge tone="accent">{surfaceText(entry.surface)}</Badge>}
        >
          <span className={cx('flex min-w-0 items-baseline gap-2', isFolded && '@max-lg:pl-5.5')}>
            <ChangeIcon action={entry.action} />
            {fold ? (
              <Sentence entry={entry}>
                <span className="@lg:flex @lg:items-baseline @lg:gap-2">
                  <span id={entry.id} className="min-w-0">
                    <FoldText fold={fold} names={names} />
                  </span>{' '}
                  <FoldButton
                    count={fold.length}
                    textId={entry.id}
                    isOpen={isOpen}
                    onPress={() => onToggle(entry.id)}
                  />
                </span>
              </Sentence>
            ) : (
              <RowLink {...linkOf(entry, search)}>
                <Sentence entry={entry} isFolded={isFolded}>
                  <ActionText action={entry.action} target={targetOf(entry, names)} />
                </Sentence>
              </RowLink>
            )}
          </span>
        </NameCell>
      ),
    },
    {
      id: 'where',
      header: t.nav.project,
      // The sentence names the project that is the target.
      cell: ({ projectId, ...entry }) =>
        projectId === null || (entry.targetId === projectId && !providerOf(entry)) ? null : (
          <span className="text-quiet">{names.get(projectId) ?? projectId}</span>
        ),
      className: 'w-44 @max-lg:pl-8.5 @lg:@max-3xl:hidden',
    },
    {
      id: 'at',
      header: t.audit.when,
      cell: ({ at }) => (
        <time dateTime={at} title={relativeTime(at)} className="whitespace-nowrap text-quiet tabular">
          {formatDate(at, 'clock')}
        </time>
      ),
      // A stacked row has it at the end of the first line.
      className: 'w-28 @max-lg:order-none! @max-lg:self-start',
    },
    extra('exactly', t.audit.at, ({ at }) => formatDate(at, 'time')),
    extra('action', t.audit.action, ({ action }) => <code className="font-mono text-sm">{action}</code>),
    extra('changes', t.audit.changes, (entry) => <Changes entry={entry} names={names} />),
    extra('actor', t.audit.actor, ({ actor }) => (
      <FilteredId value={actor} what={t.audit.actorId} search={{ ...search, actor }} />
    )),
    extra('target', t.audit.target, (entry) => <Target entry={entry} search={search} />),
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

interface FoldButtonProps {
  readonly count: number
  /** Id of the sentence. */
  readonly textId: string
  readonly isOpen: boolean
  readonly onPress: () => void
}

/** Shows and hides the single entries of a fold. */
const FoldButton = ({ count, textId, isOpen, onPress }: FoldButtonProps) => (
  <button
    type="button"
    data-row-link
    aria-expanded={isOpen}
    aria-describedby={textId}
    onClick={onPress}
    className={`inline-flex shrink-0 items-center gap-1 text-sm whitespace-nowrap text-quiet ${rowLinkStyle}`}
  >
    {t.audit.entries(count)}
    <ChevronDown
      size={14}
      aria-hidden
      className={cx('shrink-0 transition-transform', isOpen && 'rotate-180')}
    />
  </button>
)

function Target({ entry, search }: { entry: AuditEntry; search: AuditSearch }) {
  const { targetId } = entry
  const object = objectOf(entry)
  return (
    <span className="grid justify-items-start">
      {object && <TextLink {...object}>{t.audit.open}</TextLink>}
      {targetId ? (
        <FilteredId value={targetId} what={t.audit.targetId} search={{ ...search, targetId }} />
      ) : (
        !object && '–'
      )}
    </span>
  )
}

const extra = (id: string, header: string, cell: Column<AuditRow>['cell']): Column<AuditRow> => ({
  id,
  header,
  cell,
  isExtra: true,
})
