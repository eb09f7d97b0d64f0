import { useState } from 'react'
import { useOperationPage } from '../../api/operation.ts'
import { Entries } from '../../components/audit/entries.tsx'
import { useNames } from '../../components/audit/use-names.ts'
import { TextLink } from '../../components/link.tsx'
import { ReadProblem } from '../../components/read-problem.tsx'
import { paths } from '../../paths.ts'
import { t } from '../../texts/index.ts'
import { Card } from '../../ui/card.tsx'

/** Rows of a day; a row may contain several entries. */
const shown = 5
const read = 25
const dayMilliseconds = 86_400_000

/** The newest audit entries of a project, those of the last day first and with their number. */
export function RecentChanges({ projectId }: { projectId: string }) {
  const [dayBegan] = useState(() => new Date(Date.now() - dayMilliseconds).toISOString())
  const newest = useOperationPage('audit_list', { project: projectId, pageSize: read })
  const today = useOperationPage('audit_list', { project: projectId, from: dayBegan, pageSize: 1 })
  const entries = newest.data?.entries ?? []
  const names = useNames(entries)
  if (newest.error) return <ReadProblem query={newest} />
  if (newest.isPending || !today.data) return null
  const groups = [
    { title: t.projects.changesToday(today.data.total), entries: entries.filter(({ at }) => at >= dayBegan) },
    { title: t.projects.changesBefore, entries: entries.filter(({ at }) => at < dayBegan) },
  ]
  return (
    <Card
      flush
      title={t.projects.recentChanges}
      actions={<TextLink {...paths.projectAudit(projectId)}>{t.projects.allChanges}</TextLink>}
    >
      {groups.map(
        (group) =>
          group.entries.length > 0 && (
            <div key={group.title} className="pt-2">
              <p className="border-b border-line px-4 pb-1.5 text-sm text-quiet sm:px-5">{group.title}</p>
              <Entries entries={group.entries} names={names} search={{ project: projectId }} most={shown} />
            </div>
          ),
      )}
    </Card>
  )
}
