import type { Input } from '../../api/client.ts'
import { useOperationPage } from '../../api/operation.ts'
import { paths } from '../../paths.ts'
import { t } from '../../texts/index.ts'
import { Card } from '../../ui/card.tsx'
import { TextLink } from '../link.tsx'
import { ReadProblem } from '../read-problem.tsx'
import { EntryPlaceholders } from '../tab-placeholders.tsx'
import { dayTitle } from './day-title.ts'
import { Entries } from './entries.tsx'
import { useMemberNames } from './use-member-names.ts'
import { useNames } from './use-names.ts'

export type TimelineFilter = Pick<
  Input<'audit_list'>,
  'targetId' | 'project' | 'actor' | 'connection' | 'provider'
>

interface TimelineProps {
  readonly filter: TimelineFilter
  readonly pageSize?: number
  /** Heading in the card, in place of a heading for each day. */
  readonly title?: string
}

export function Timeline({ filter, pageSize = 25, title }: TimelineProps) {
  const query = useOperationPage('audit_list', { ...filter, pageSize })
  const { targetId, project, actor, provider } = filter
  const search = {
    ...(targetId ? { targetId } : {}),
    ...(project ? { project } : {}),
    ...(actor ? { actor } : {}),
    ...(provider ? { actionPrefix: 'federation.provider' } : {}),
  }
  const entries = query.data?.entries ?? []
  const names = useMemberNames(entries, useNames(entries))
  if (query.error) return <ReadProblem query={query} />
  return (
    <div className="grid gap-3">
      <Card flush {...(title ? { title } : {})}>
        {query.isPending ? (
          <EntryPlaceholders />
        ) : entries.length === 0 ? (
          <p className="p-4 text-quiet sm:px-5">{t.audit.timelineEmpty}</p>
        ) : title ? (
          <Entries entries={entries} names={names} search={search} />
        ) : (
          [...Map.groupBy(entries, ({ at }) => dayTitle(at))].map(([day, own]) => (
            <section key={day} className="border-b border-line last:border-b-0">
              <h2 className="border-b border-line bg-sunken px-4 py-1 text-sm font-medium text-quiet sm:px-5">
                {day}
              </h2>
              <Entries entries={own} names={names} search={search} isTimeline />
            </section>
          ))
        )}
      </Card>
      <p>
        <TextLink {...paths.audit(search)}>{t.audit.timelineAll}</TextLink>
      </p>
    </div>
  )
}
