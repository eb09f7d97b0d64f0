import type { LinkProps } from '@tanstack/react-router'
import { ChevronRight } from 'lucide-react'
import type { Answer } from '../../api/client.ts'
import { FigureStrip, StripFigure } from '../../components/figure-strip.tsx'
import { RowLink } from '../../components/link.tsx'
import { paths } from '../../paths.ts'
import { formatDate, formatNumber } from '../../texts/format.ts'
import { t } from '../../texts/index.ts'
import { Card, type Fact } from '../../ui/card.tsx'
import { cx } from '../../ui/cx.ts'
import { monthChange } from '../activity/figures.tsx'
import { addMonths } from '../activity/overview.ts'
import { type Activity, monthsOf } from './activity-csv.ts'

interface MonthStripProps {
  readonly activity: Activity
  readonly current: NonNullable<Activity['current']>
}

/** The active users of the month and of the month before, and those of each kind that occurs. */
export function MonthStrip({ activity, current: now }: MonthStripProps) {
  const { month } = activity
  const before = monthsOf(activity).find((one) => one.month === addMonths(month, -1))
  const names = {
    local: t.projects.local,
    upstream: t.projects.upstream,
    renewal: t.projects.renewal,
    directoryProvisioned: t.projects.provisioned,
  }
  const kinds = (Object.keys(names) as (keyof typeof names)[]).filter((kind) => now[kind] > 0)
  return (
    <FigureStrip label={t.activity.inMonth(formatDate(month, 'month'))}>
      <StripFigure
        name={t.activity.users}
        value={formatNumber(now.total)}
        note={monthChange(month, now.total, before?.total)}
      />
      <StripFigure
        name={t.activity.before}
        value={before ? formatNumber(before.total) : '–'}
        note={!before && t.activity.unknown}
      />
      {kinds.map((kind) => (
        <StripFigure
          key={kind}
          name={names[kind]}
          value={formatNumber(now[kind])}
          note={monthChange(month, now[kind], before?.[kind])}
        />
      ))}
    </FigureStrip>
  )
}

interface FiguresProps {
  readonly projectId: string
  readonly summary: Answer<'project_summary_get'>
}

/** Shows the counts of the project, with links to lists of the counted objects. */
export function Figures({ projectId, summary }: FiguresProps) {
  const names = t.projects.summary
  const users = (search: Parameters<typeof paths.users>[1]) => paths.users(projectId, search)
  const rows = [
    [names.users, summary.users, users({})],
    [names.unverified, summary.unverified, users({ verified: 'no' })],
    [names.withoutAuthenticator, summary.withoutAuthenticator, users({ authenticator: 'no' })],
    [names.withoutLinkedIdentity, summary.withoutLinkedIdentity, null],
    [names.passwordWithoutAuthenticator, summary.passwordWithoutAuthenticator, null],
    [names.groups, summary.groups, paths.groups(projectId)],
    [names.connections, summary.provisioningConnections.total, paths.directories(projectId)],
    [names.providers, summary.providers.enabled, paths.providers(projectId)],
  ] as const
  return (
    <Card title={t.projects.figures}>
      <Numbers
        rows={rows.map(([name, count, to]) => ({
          name,
          value: formatNumber(count),
          to,
        }))}
      />
    </Card>
  )
}

interface NumbersProps {
  readonly rows: readonly (Pick<Fact, 'name' | 'value'> & { readonly to?: LinkProps | null })[]
}

/** A row of a list that exists is a link to it. */
const Numbers = ({ rows }: NumbersProps) => (
  <dl className="-my-1.5 grid">
    {rows.map(({ name, value, to }) => (
      <div
        key={name}
        className={cx(
          'relative flex items-center gap-2 border-b border-line py-1.5 last:border-b-0',
          to && 'hover:bg-hover/60',
        )}
      >
        <dt className={cx('flex-1 text-quiet', to !== undefined && 'font-medium')}>
          {to ? <RowLink {...to}>{name}</RowLink> : name}
        </dt>
        <dd className="text-right tabular">{value}</dd>
        {to !== undefined && (
          <dd aria-hidden className="size-4 text-edge">
            {to && <ChevronRight size={14} />}
          </dd>
        )}
      </div>
    ))}
  </dl>
)
