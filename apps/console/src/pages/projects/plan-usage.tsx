import type { Answer } from '../../api/client.ts'
import { formatNumber } from '../../texts/format.ts'
import { t } from '../../texts/index.ts'
import { Facts } from '../../ui/card.tsx'

type Plan = NonNullable<Answer<'project_summary_get'>['plan']>

const limitNames = Object.keys(t.projects.limits) as (keyof Plan['limits'])[]

export const PlanUsage = ({ plan: { limits, usage, warnings } }: { plan: Plan }) => (
  <Facts
    facts={limitNames.map((name) => {
      const limit = limits[name]
      const used = formatNumber(usage[name])
      const isNear = warnings.some((warning) => warning.limit === name)
      return {
        name: t.projects.limits[name],
        value: (
          <span className={isNear ? 'font-medium text-caution tabular' : 'tabular'}>
            {limit === null ? t.projects.unlimited(used) : t.projects.ofLimit(used, formatNumber(limit))}
          </span>
        ),
      }
    })}
  />
)
