import type { Answer } from '../../api/client.ts'
import { formatNumber } from '../../texts/format.ts'
import { t } from '../../texts/index.ts'
import { Facts } from '../../ui/card.tsx'

type Plan = NonNullable<Answer<'project_summary_get'>['plan']>

const limitNames = Object.keys(t.projects.limits) as (keyof Plan['limits'])[]

interface PlanUsageProps {
  readonly plan: Plan
  /** True on a page that shows the active users: they are listed only with a limit. */
  readonly hasActiveUsers?: boolean
}

export const PlanUsage = ({ plan: { limits, usage, warnings }, hasActiveUsers = false }: PlanUsageProps) => (
  <Facts
    facts={limitNames
      .filter((name) => isListed(name, limits[name], hasActiveUsers))
      .map((name) => {
        const limit = limits[name]
        const used = formatNumber(usage[name])
        const isNear = warnings.some((warning) => warning.limit === name)
        return {
          name: t.projects.limits[name],
          value: (
            <span className={isNear ? 'font-medium text-caution tabular' : 'tabular'}>
              {limit === null ? t.projects.unlimited(used) : t.projects.ofLimit(used, formatNumber(limit))}
              {limit !== null && <UsageBar share={usage[name] / Math.max(1, limit)} isNear={isNear} />}
            </span>
          ),
        }
      })}
  />
)

/** Is hidden from screen readers, because the numbers precede it. */
const UsageBar = ({ share, isNear }: { readonly share: number; readonly isNear: boolean }) => (
  <svg aria-hidden className="mt-1 block h-1.5 w-full max-w-60 overflow-hidden rounded-full bg-hover">
    <rect
      width={`${Math.min(1, share) * 100}%`}
      height="100%"
      className={isNear ? 'fill-caution' : 'fill-bar'}
    />
  </svg>
)

const isListed = (name: keyof Plan['limits'], limit: number | null, hasActiveUsers: boolean): boolean =>
  !hasActiveUsers || name !== 'monthlyActiveUsers' || limit !== null
