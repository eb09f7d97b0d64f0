import { useParams, useSearch } from '@tanstack/react-router'
import { Bug } from 'lucide-react'
import type { Answer } from '../../api/client.ts'
import { useOperation } from '../../api/operation.ts'
import { IconMark } from '../../components/object-mark.tsx'
import { ObjectPage } from '../../layouts/object-page.tsx'
import { formatDate, formatNumber } from '../../texts/format.ts'
import { t } from '../../texts/index.ts'
import { Badge } from '../../ui/badge.tsx'
import { Card, Facts } from '../../ui/card.tsx'
import { CopyValue } from '../../ui/copy.tsx'
import { RelativeTime } from '../../ui/time.tsx'

type Fault = Answer<'error_get'>
type Sample = Fault['samples'][number]

export function FaultPage() {
  const { faultId } = useParams({ from: '/shell/faults/$faultId' })
  const { reference } = useSearch({ from: '/shell/faults/$faultId' })
  const fault = useOperation('error_get', { faultId })
  return (
    <ObjectPage
      title={fault.message}
      mark={<IconMark icon={Bug} size="title" />}
      kind={t.faults.fault}
      id={faultId}
      badges={<Badge tone="problem">{fault.errorCode}</Badge>}
      tabs={[
        {
          id: 'overview',
          title: t.common.overview,
          content: (
            <>
              <Overview fault={fault} />
              <Samples samples={fault.samples} reference={reference} />
            </>
          ),
        },
      ]}
    />
  )
}

const Overview = ({ fault }: { fault: Fault }) => (
  <Card>
    <Facts
      facts={[
        { name: t.faults.occurrences, value: formatNumber(fault.occurrences) },
        { name: t.faults.firstSeen, value: <RelativeTime at={fault.firstSeenAt} /> },
        { name: t.faults.lastSeen, value: <RelativeTime at={fault.lastSeenAt} /> },
        { name: t.faults.service, value: fault.service },
        { name: t.faults.route, value: fault.route ?? t.faults.noRoute },
        ...(fault.status === null ? [] : [{ name: t.faults.status, value: fault.status }]),
        ...(fault.surface ? [{ name: t.faults.surface, value: fault.surface }] : []),
        ...(fault.actor
          ? [{ name: t.faults.actor, value: <CopyValue value={fault.actor} what={t.faults.actor} /> }]
          : []),
        ...(fault.clientId
          ? [{ name: t.faults.client, value: <CopyValue value={fault.clientId} what={t.faults.client} /> }]
          : []),
        {
          name: t.faults.fingerprint,
          value: <CopyValue value={fault.fingerprint} what={t.faults.fingerprint} />,
        },
      ]}
    />
  </Card>
)

const Samples = ({ samples, reference }: { samples: readonly Sample[]; reference: string | undefined }) => (
  <Card title={t.faults.samples}>
    <ul className="grid gap-3">
      {samples.map((sample) => (
        <li key={sample.reference} className="grid gap-0.5">
          <span className="flex flex-wrap items-center gap-2">
            <CopyValue value={sample.reference} what={t.faults.reference} />
            <span className="text-sm text-quiet">{formatDate(sample.at, 'time')}</span>
            {sample.reference === reference && <Badge tone="accent">{t.faults.found}</Badge>}
          </span>
          <span className="text-sm text-quiet wrap-anywhere">{detailsOf(sample)}</span>
        </li>
      ))}
    </ul>
  </Card>
)

const detailsOf = ({ requestId, release, instance, origin }: Sample): string =>
  [
    [t.faults.request, requestId],
    [t.faults.release, release],
    [t.faults.instance, instance],
    [t.faults.origin, origin],
  ]
    .flatMap(([name, value]) => (value ? [`${name}: ${value}`] : []))
    .join(' · ')
