import type { Input } from '../../api/client.ts'
import { useOperationPage } from '../../api/operation.ts'
import { paths } from '../../paths.ts'
import { t } from '../../texts/index.ts'
import { Card } from '../../ui/card.tsx'
import { TextLink } from '../link.tsx'
import { ReadProblem } from '../read-problem.tsx'
import { EntryPlaceholders } from '../tab-placeholders.tsx'
import { Entries } from './entries.tsx'
import { useNames } from './use-names.ts'

export type TimelineFilter = Pick<
  Input<'audit_list'>,
  'targetId' | 'project' | 'actor' | 'connection' | 'provider'
>

interface TimelineProps {
  readonly filter: TimelineFilter
  readonly pageSize?: number
  /** Heading in the card. */
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
  const names = useNames(entries)
  if (query.error) return <ReadProblem query={query} />
  return (
    <div className="grid gap-3">
      <Card flush {...(title ? { title } : {})}>
        {query.isPending ? (
          <EntryPlaceholders />
        ) : entries.length === 0 ? (
          <p className="p-4 text-quiet">{t.audit.timelineEmpty}</p>
        ) : (
          <Entries entries={entries} names={names} search={search} />
        )}
      </Card>
      <p>
        <TextLink {...paths.audit(search)}>{t.audit.timelineAll}</TextLink>
      </p>
    </div>
  )
}
