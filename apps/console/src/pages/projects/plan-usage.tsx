import type { Answer } from '../../api/client.ts'
import { ShareBar } from '../../components/share-bar.tsx'
import { formatNumber } from '../../texts/format.ts'
import { t } from '../../texts/index.ts'
import { type Fact, Facts } from '../../ui/card.tsx'

type Plan = NonNullable<Answer<'project_summary_get'>['plan']>

const limitNames = Object.keys(t.projects.limits) as (keyof Plan['limits'])[]

interface PlanUsageProps {
  readonly plan: Plan
  /** True on a page that shows the active users: they are listed only with a limit. */
  readonly hasActiveUsers?: boolean
}

export const PlanUsage = ({ plan, hasActiveUsers = false }: PlanUsageProps) => (
  <Facts facts={limitFacts(plan, hasActiveUsers)} />
)

const limitFacts = ({ limits, usage, warnings }: Plan, hasActiveUsers: boolean): Fact[] =>
  limitNames
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
            {limit !== null && (
              <span className="block max-w-60">
                <ShareBar
                  share={usage[name] / Math.max(1, limit)}
                  fill={isNear ? 'fill-caution' : 'fill-bar'}
                />
              </span>
            )}
          </span>
        ),
      }
    })

const isListed = (name: keyof Plan['limits'], limit: number | null, hasActiveUsers: boolean): boolean =>
  !hasActiveUsers || name !== 'monthlyActiveUsers' || limit !== null
