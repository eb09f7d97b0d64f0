import { useParams } from '@tanstack/react-router'
import { useState } from 'react'
import { useOperation } from '../../api/operation.ts'
import { useChange } from '../../components/change-button.tsx'
import { TextLink } from '../../components/link.tsx'
import { BrandMark } from '../../components/object-mark.tsx'
import { refusalFor } from '../../components/refusal.ts'
import { ObjectPage } from '../../layouts/object-page.tsx'
import { OverviewColumns } from '../../layouts/overview-columns.tsx'
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
import { IssueCredential, type IssuedCredential } from './issue-credential.tsx'
import { IssuedOnce } from './issued-once.tsx'
import { deletionRefusal, enablingOf, Removal } from './removal.tsx'
import { RequestLog } from './request-log.tsx'
import { FirstRequest, SetUpSteps } from './set-up.tsx'
import type { Connection, ConnectionSectionProps } from './texts.ts'
import { UnmatchedUsers } from './unmatched.tsx'

export function DirectoryPage() {
  const { projectId, connectionId } = useParams({
    from: '/shell/projects/$projectId/directories/$connectionId',
  })
  const project = useOperation('project_get', { projectId })
  const connection = useOperation('provisioning_connection_get', { projectId, connectionId })
  const [issued, setIssued] = useState<IssuedCredential | null>(null)
  const section = { projectId, connection, refusal: refusalFor(project, 'edit') }
  const enabling = enablingOf(section)
  const enable = useChange(enabling)
  const one = { projectId, connectionId }
  return (
    <ObjectPage
      title={connection.displayName}
      mark={<BrandMark brand={connection.directory} name={connection.displayName} size="title" />}
      kind={t.nav.directory}
      subtitle={t.directories.names[connection.directory]}
      id={connection.id}
      badges={<ConnectionBadges connection={connection} />}
      actions={
        <IssueCredential
          key={connection.id}
          {...section}
          kind={connection.credentials.length === 0 ? 'primary' : 'secondary'}
          onIssued={setIssued}
        />
      }
      menu={[
        { text: enabling.label, refusal: section.refusal, onAction: enable.change },
        {
          danger: true,
          text: t.directories.deleteLabel,
          refusal: deletionRefusal(section),
          opens: 'provisioning_connection_delete',
        },
      ]}
      notices={
        <>
          {enable.confirmation}
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
          content: <Overview {...section} />,
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

/** The steps contain the addresses, and are closed after the first request. */
function Overview(props: ConnectionSectionProps) {
  const { projectId, connection } = props
  const isSetUp = connection.lastRequestAt !== null
  return (
    <OverviewColumns
      facts={
        <Card title={t.directories.connection}>
          <Facts stacked facts={[...usageFacts(connection), ...ruleFacts(connection)]} />
        </Card>
      }
    >
      <Warnings connection={connection} />
      {isSetUp && (
        <Card title={t.directories.values}>
          <Facts facts={addressFacts(connection)} />
        </Card>
      )}
      <Credentials {...props} />
      <SetUpSteps key={connection.id} projectId={projectId} connection={connection} />
    </OverviewColumns>
  )
}

/** The card of the credentials shows a missing one. */
const elsewhere: ReadonlySet<string> = new Set(['held', 'no_credential'])

function Warnings({ connection }: { connection: Connection }) {
  const warnings = connection.warnings.filter((warning) => !elsewhere.has(warning))
  return (
    warnings.length > 0 && (
      <Notice tone="caution" title={t.directories.attention}>
        {warnings.map((warning) => (
          <p key={warning}>{t.directories.warnings[warning]}</p>
        ))}
      </Notice>
    )
  )
}

const usageFacts = ({ managedUsers, managedGroups, lastRequestAt }: Connection): Fact[] => [
  {
    name: t.directories.lastRequest,
    value: lastRequestAt ? <RelativeTime at={lastRequestAt} /> : t.common.never,
  },
  { name: t.directories.usersManaged, value: formatNumber(managedUsers) },
  { name: t.directories.groupsManaged, value: formatNumber(managedGroups) },
]

const addressFacts = ({ scimBaseUrl, tokenEndpoint, clientId }: Connection): Fact[] => [
  ...copyFact(t.directories.scimAddress, scimBaseUrl),
  ...copyFact(t.directories.tokenEndpoint, tokenEndpoint),
  ...copyFact(t.common.clientId, clientId),
]

const copyFact = (name: string, value: string | null): Fact[] =>
  value ? [{ name, value: <CopyValue value={value} what={name} /> }] : []

const ruleFacts = ({ threshold, correlation, emailTrust }: Connection): Fact[] => [
  {
    name: t.directories.findsBy,
    value: t.directories.findsByText(correlation.claim, correlation.attribute),
  },
  {
    name: t.directories.addresses,
    value: emailTrust === 'trusted' ? t.directories.addressesTrusted : t.directories.addressesUntrusted,
  },
  {
    name: t.directories.threshold,
    value: threshold
      ? t.directories.thresholdText(threshold.count, formatDuration(threshold.windowSeconds))
      : t.directories.thresholdNone,
  },
]
