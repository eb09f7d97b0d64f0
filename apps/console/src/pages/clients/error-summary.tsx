import { useOperationPage } from '../../api/operation.ts'
import { TextLink } from '../../components/link.tsx'
import { Status } from '../../components/object-mark.tsx'
import { paths } from '../../paths.ts'
import { t } from '../../texts/index.ts'
import { Card } from '../../ui/card.tsx'
import { RelativeTime } from '../../ui/time.tsx'

interface ErrorSummaryProps {
  readonly projectId: string
  readonly clientId: string
}

/** The number and the latest of the recent errors, on the overview of the application. */
export function ErrorSummary({ projectId, clientId }: ErrorSummaryProps) {
  const errors = useOperationPage('client_error_list', { projectId, clientId }).data?.errors
  const latest = errors?.[0]
  return (
    <Card>
      <div className="grid gap-1">
        <div className="flex flex-wrap items-baseline justify-between gap-x-4">
          <h2 className="font-semibold">{t.clients.errors.week}</h2>
          {errors && !latest && <Status>{t.clients.errors.none}</Status>}
          {errors && latest && (
            <Status tone="caution">
              <TextLink {...paths.application(projectId, clientId)} search={{ tab: 'errors' }}>
                {t.clients.errors.figures(errors.reduce((sum, { count }) => sum + count, 0))}
              </TextLink>
            </Status>
          )}
        </div>
        {latest && (
          <p className="text-sm text-quiet">
            {t.clients.errors.last}: <code className="font-mono">{latest.error}</code>{' '}
            <RelativeTime at={latest.lastAt} />
          </p>
        )}
      </div>
    </Card>
  )
}
