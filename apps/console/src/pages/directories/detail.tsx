import { useParams } from '@tanstack/react-router'
import { useState } from 'react'
import { useOperation } from '../../api/operation.ts'
import { TextLink } from '../../components/link.tsx'
import { BrandMark } from '../../components/object-mark.tsx'
import { refusalFor } from '../../components/refusal.ts'
import { ObjectPage } from '../../layouts/object-page.tsx'
import { paths } from '../../paths.ts'
import { formatDuration, formatNumber } from '../../texts/format.ts'
import { t } from '../../texts/index.ts'
import { Card, type Fact, Facts } from '../../ui/card.tsx'
import { CopyValue } from '../../ui/copy.tsx'
import { Notice } from '../../ui/notice.tsx'
import { RelativeTime } from '../../ui/time.tsx'
import { Accounts } from './accounts.tsx'
import { ConnectionBadges } from './badges.tsx'
import { Credentials } from './credentials.tsx'
import { ConnectionEdit } from './edit.tsx'
import { HoldCard } from './hold.tsx'
import { IssueCredential, type IssueCredentialProps, type IssuedCredential } from './issue-credential.tsx'
import { IssuedOnce } from './issued-once.tsx'
import { Removal } from './removal.tsx'
import { RequestLog } from './request-log.tsx'
import { FirstRequest, SetUpSteps } from './set-up.tsx'
import type { Connection } from './texts.ts'
import { UnmatchedUsers } from './unmatched.tsx'

export function DirectoryPage() {
  const { projectId, connectionId } = useParams({
    from: '/shell/projects/$projectId/directories/$connectionId',
  })
  const project = useOperation('project_get', { projectId })
  const connection = useOperation('provisioning_connection_get', { projectId, connectionId })
  const [issued, setIssued] = useState<IssuedCredential | null>(null)
  const others = connection.warnings.filter((warning) => warning !== 'held')
  const section = { projectId, connection, refusal: refusalFor(project, 'edit') }
  const one = { projectId, connectionId }
  return (
    <ObjectPage
      title={connection.displayName}
      mark={<BrandMark brand={connection.directory} name={connection.displayName} size="title" />}
      kind={t.nav.directory}
      subtitle={t.directories.names[connection.directory]}
      id={connection.id}
      badges={<ConnectionBadges connection={connection} />}
      notices={
        <>
          {others.length > 0 && <Warnings {...section} warnings={others} onIssued={setIssued} />}
          <FirstRequest key={connection.id} projectId={projectId} connection={connection} />
          {issued && <IssuedOnce issued={issued} onClose={() => setIssued(null)} />}
          {connection.notArrived > 0 && <NotArrived projectId={projectId} connection={connection} />}
          <UnmatchedUsers projectId={projectId} unmatched={connection.unmatched} />
          {connection.held && <HoldCard connection={connection} refusal={section.refusal} />}
        </>
      }
      tabs={[
        {
          id: 'overview',
          title: t.common.overview,
          content: (
            <>
              <Card title={t.directories.connection}>
                <Facts facts={connectionFacts(connection)} />
              </Card>
              <Credentials {...section} onIssued={setIssued} />
              <SetUpSteps key={connection.id} projectId={projectId} connection={connection} />
            </>
          ),
        },
        { id: 'requests', title: t.directories.requests, content: <RequestLog /> },
        {
          id: 'settings',
          title: t.nav.settings,
          content: (
            <>
              <ConnectionEdit key={connection.id} {...section} />
              <Accounts key={`${connection.id} accounts`} {...section} />
              <Removal {...section} />
            </>
          ),
        },
      ]}
      labels={{
        object: connection,
        operation: 'provisioning_connection_update',
        at: one,
        refusal: section.refusal,
      }}
      timeline={{ targetId: connection.id }}
    />
  )
}

const NotArrived = ({ projectId, connection }: { projectId: string; connection: Connection }) => (
  <Notice tone="caution" title={t.directories.notArrivedCount(connection.notArrived)}>
    <TextLink {...paths.directory(projectId, connection.id, { tab: 'requests' })}>
      {t.directories.showRefused}
    </TextLink>
  </Notice>
)

interface WarningsProps extends IssueCredentialProps {
  readonly warnings: Connection['warnings']
}

const Warnings = ({ warnings, ...section }: WarningsProps) => (
  <Notice
    tone="caution"
    title={t.directories.attention}
    action={warnings.includes('no_credential') && <IssueCredential {...section} size="sm" />}
  >
    {warnings.map((warning) => (
      <p key={warning}>{t.directories.warnings[warning]}</p>
    ))}
  </Notice>
)

function connectionFacts(connection: Connection): Fact[] {
  const { scimBaseUrl, tokenEndpoint, threshold, correlation } = connection
  const { scimAddress, tokenEndpoint: tokenLabel } = t.directories
  return [
    { name: t.directories.usersManaged, value: formatNumber(connection.managedUsers) },
    {
      name: t.directories.lastRequest,
      value: connection.lastRequestAt ? <RelativeTime at={connection.lastRequestAt} /> : t.common.never,
    },
    { name: t.directories.groupsManaged, value: formatNumber(connection.managedGroups) },
    ...(scimBaseUrl
      ? [{ name: scimAddress, value: <CopyValue value={scimBaseUrl} what={scimAddress} /> }]
      : []),
    ...(tokenEndpoint
      ? [{ name: tokenLabel, value: <CopyValue value={tokenEndpoint} what={tokenLabel} /> }]
      : []),
    {
      name: t.common.clientId,
      value: <CopyValue value={connection.clientId} what={t.common.clientId} />,
    },
    {
      name: t.directories.findsBy,
      value: t.directories.findsByText(correlation.claim, correlation.attribute),
    },
    {
      name: t.directories.addresses,
      value:
        connection.emailTrust === 'trusted'
          ? t.directories.addressesTrusted
          : t.directories.addressesUntrusted,
    },
    {
      name: t.directories.threshold,
      value: threshold
        ? t.directories.thresholdText(threshold.count, formatDuration(threshold.windowSeconds))
        : t.directories.thresholdNone,
    },
  ]
}
