import { useParams } from '@tanstack/react-router'
import { useOperation } from '../../api/operation.ts'
import { refusalFor } from '../../components/refusal.ts'
import { Page } from '../../layouts/page.tsx'
import { formatDuration, formatNumber } from '../../texts/format.ts'
import { Badge } from '../../ui/badge.tsx'
import { Card, type Fact, Facts } from '../../ui/card.tsx'
import { CopyValue } from '../../ui/copy.tsx'
import { Notice } from '../../ui/notice.tsx'
import { Day, RelativeTime } from '../../ui/time.tsx'
import { ConnectionBadges } from './badges.tsx'
import { HoldCard } from './hold.tsx'
import { RequestLog } from './request-log.tsx'
import { type Connection, directoryNames, warningTexts } from './texts.ts'

/** One directory: whether it works, what it manages, what it asked for last and why that failed. */
export function DirectoryPage() {
  const { projectId, connectionId } = useParams({
    from: '/shell/projects/$projectId/directories/$connectionId',
  })
  const project = useOperation('project_get', { projectId })
  const connection = useOperation('provisioning_connection_get', { projectId, connectionId })
  const others = connection.warnings.filter((warning) => warning !== 'held')
  return (
    <Page
      title={connection.displayName}
      badges={<ConnectionBadges connection={connection} />}
      text={directoryNames[connection.directory]}
    >
      {others.length > 0 && <Warnings warnings={others} />}
      {connection.held && <HoldCard connection={connection} refusal={refusalFor(project, 'edit')} />}
      <Card title="Connection">
        <Facts facts={connectionFacts(connection)} />
      </Card>
      <RequestLog />
    </Page>
  )
}

const Warnings = ({ warnings }: Pick<Connection, 'warnings'>) => (
  <Notice tone="caution" title="This needs attention">
    <ul className="grid list-disc gap-1 pl-4">
      {warnings.map((warning) => (
        <li key={warning}>{warningTexts[warning]}</li>
      ))}
    </ul>
  </Notice>
)

function connectionFacts(connection: Connection): Fact[] {
  const { scimBaseUrl, tokenEndpoint, threshold, correlation } = connection
  return [
    { name: 'Users it manages', value: formatNumber(connection.managedUsers) },
    { name: 'Groups it manages', value: formatNumber(connection.managedGroups) },
    ...(scimBaseUrl
      ? [{ name: 'SCIM address', value: <CopyValue value={scimBaseUrl} what="SCIM address" /> }]
      : []),
    ...(tokenEndpoint
      ? [{ name: 'Token endpoint', value: <CopyValue value={tokenEndpoint} what="token endpoint" /> }]
      : []),
    { name: 'Client ID', value: <CopyValue value={connection.clientId} what="client ID" /> },
    { name: 'Finds people by', value: `${correlation.claim}, which is their ${correlation.attribute}` },
    {
      name: 'Addresses',
      value: connection.emailTrust === 'trusted' ? 'Count as verified' : 'Are not verified',
    },
    {
      name: 'Threshold',
      value: threshold
        ? `${threshold.count} removals within ${formatDuration(threshold.windowSeconds)}`
        : 'None: any number of people may be removed at once',
    },
    ...connection.credentials.map(credentialFact),
  ]
}

const kinds = { key: 'Public keys', secret: 'Client secret', static_token: 'Static token' } as const

const credentialFact = ({
  kind,
  lastUsedAt,
  expiresAt,
  previous,
}: Connection['credentials'][number]): Fact => ({
  name: kinds[kind],
  value: (
    <span className="flex flex-wrap items-center gap-x-2 gap-y-1">
      <span>
        {lastUsedAt ? (
          <>
            Used <RelativeTime at={lastUsedAt} />
          </>
        ) : (
          'Never used'
        )}
        {expiresAt && (
          <>
            , expires <Day at={expiresAt} />
          </>
        )}
      </span>
      {previous && (
        <Badge tone="caution">
          {previous.stillUsedByDirectory
            ? 'Directory still uses the previous one'
            : 'Previous one still works'}
        </Badge>
      )}
    </span>
  ),
})
