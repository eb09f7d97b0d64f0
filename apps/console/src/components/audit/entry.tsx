import type { AuditEntry } from '@signet/contracts'
import { useParams } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { Disclosure, DisclosurePanel } from 'react-aria-components'
import { paths } from '../../paths.ts'
import type { AuditSearch } from '../../searches.ts'
import { formatDate } from '../../texts/format.ts'
import { t } from '../../texts/index.ts'
import { Badge } from '../../ui/badge.tsx'
import { Facts } from '../../ui/card.tsx'
import { CopyValue } from '../../ui/copy.tsx'
import { TextLink } from '../link.tsx'
import { changedFields } from './changed-fields.ts'
import { Changes } from './changes.tsx'
import { EntryHead } from './entry-head.tsx'
import { ActionText, FilteredId } from './entry-parts.tsx'
import { type Names, surfaceText, targetOf } from './entry-texts.ts'
import { objectOf } from './object-of.ts'
import { AgentLink, DirectoryLink } from './origin.tsx'

interface EntryProps {
  readonly entry: AuditEntry
  readonly names: Names
  readonly search: AuditSearch
  readonly isFolded?: boolean
  /** The page is that of the target, and has a heading for each day. */
  readonly isTimeline?: boolean
}

export function Entry({ entry, names, search, isFolded, isTimeline = false }: EntryProps) {
  const { projectId: here } = useParams({ strict: false })
  const target = targetOf(entry, names)
  const changed = changedFields(entry, names)
  const projectName = entry.projectId ? names.get(entry.projectId) : undefined
  return (
    <Disclosure className="group border-b border-line last:border-b-0">
      <EntryHead
        entry={entry}
        isOwn={search.actor !== undefined}
        isFolded={isFolded}
        isTimeline={isTimeline}
        chevron="group-data-expanded:rotate-90"
      >
        <ActionText action={entry.action} target={target} isTimeline={isTimeline} />
        {projectName &&
          projectName !== target &&
          search.project === undefined &&
          entry.projectId !== here && (
            <>
              {' '}
              <span className="text-quiet">{t.audit.inProject}</span> {projectName}
            </>
          )}
        {entry.surface && (
          <span className="ml-2 inline-flex align-text-bottom">
            <Badge tone="accent">{surfaceText(entry.surface)}</Badge>
          </span>
        )}
        {changed && <span className="block text-sm text-quiet">{changed}</span>}
      </EntryHead>
      <DisclosurePanel>
        <div className="grid gap-4 px-4 pb-4 sm:px-5 sm:pl-11">
          <Changes entry={entry} names={names} />
          <Facts facts={factsOf(entry, projectName, search)} />
        </div>
      </DisclosurePanel>
    </Disclosure>
  )
}

function factsOf(entry: AuditEntry, projectName: string | undefined, search: AuditSearch) {
  const { clientId, connectionId, projectId } = entry
  const object = objectOf(entry)
  const only = (filter: AuditSearch): ReactNode => (
    <TextLink {...paths.audit({ ...search, ...filter, page: undefined })}>{t.audit.filter}</TextLink>
  )
  const withFilter = (value: string, what: string, filter: AuditSearch): ReactNode => (
    <FilteredId value={value} what={what} search={{ ...search, ...filter }} />
  )
  return [
    { name: t.audit.at, value: formatDate(entry.at, 'time') },
    { name: t.audit.action, value: <code className="font-mono text-sm">{entry.action}</code> },
    { name: t.audit.actor, value: withFilter(entry.actor, t.audit.actorId, { actor: entry.actor }) },
    ...(entry.targetId
      ? [
          {
            name: t.audit.target,
            value: (
              <span className="flex flex-wrap items-center gap-x-3">
                {withFilter(entry.targetId, t.audit.targetId, { targetId: entry.targetId })}
                {object && <TextLink {...object}>{t.audit.open}</TextLink>}
              </span>
            ),
          },
        ]
      : []),
    ...(entry.projectId
      ? [
          {
            name: t.nav.project,
            value: (
              <span className="flex flex-wrap items-center gap-x-3">
                <TextLink {...paths.project(entry.projectId)}>{projectName ?? entry.projectId}</TextLink>
                {only({ project: entry.projectId })}
              </span>
            ),
          },
        ]
      : []),
    ...(clientId ? [{ name: t.audit.client, value: <AgentLink clientId={clientId} /> }] : []),
    ...(connectionId
      ? [
          {
            name: t.audit.connection,
            value: projectId ? (
              <DirectoryLink projectId={projectId} connectionId={connectionId} />
            ) : (
              connectionId
            ),
          },
        ]
      : []),
    { name: t.audit.entry, value: <CopyValue value={entry.id} what={t.audit.entry} /> },
  ]
}
