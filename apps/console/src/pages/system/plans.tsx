import type { Plan } from '@signet/contracts'
import { useOperation } from '../../api/operation.ts'
import { ConfirmButton } from '../../components/change-button.tsx'
import { formatNumber } from '../../texts/format.ts'
import { t } from '../../texts/index.ts'
import { Badge } from '../../ui/badge.tsx'
import { Card, Facts } from '../../ui/card.tsx'
import { CopyValue } from '../../ui/copy.tsx'
import { EditPlan, NewPlan } from './plan-forms.tsx'
import { featureNames, limitNames } from './plan-values.ts'

export function Plans() {
  const { plans } = useOperation('plan_list', {})
  return (
    <>
      <div className="flex flex-wrap items-end justify-between gap-3">
        <p className="max-w-2xl text-quiet text-pretty">{t.system.plansText}</p>
        <NewPlan />
      </div>
      <div className="grid grid-cols-1 gap-4 lg:grid-cols-2">
        {plans.map((plan) => (
          <PlanCard key={plan.id} plan={plan} />
        ))}
      </div>
    </>
  )
}

const PlanCard = ({ plan }: { plan: Plan }) => (
  <Card
    title={plan.name}
    text={t.system.planProjects(plan.projects)}
    actions={plan.default && <Badge tone="accent">{t.system.planDefault}</Badge>}
  >
    <Facts
      facts={[
        { name: t.system.planId, value: <CopyValue value={plan.id} what={t.system.planId} /> },
        ...limitNames.map((name) => ({
          name: t.projects.limits[name],
          value: limitText(plan.limits[name]),
        })),
      ]}
    />
    <ul className="grid gap-1">
      {featureNames.map((name) => (
        <li key={name} className={plan.features[name] ? '' : 'text-quiet line-through'}>
          {t.system.features[name]}
        </li>
      ))}
    </ul>
    <div className="flex flex-wrap gap-2">
      <EditPlan plan={plan} />
      <ConfirmButton
        operation="plan_delete"
        input={{ planId: plan.id }}
        refusal={refusalOf(plan)}
        label={t.common.delete}
        title={t.system.planDeleteTitle(plan.name)}
        confirmLabel={t.common.delete}
        done={t.system.planDeleted(plan.name)}
      />
    </div>
  </Card>
)

const limitText = (limit: number | null): string =>
  limit === null ? t.system.unlimited : formatNumber(limit)

function refusalOf(plan: Plan): string | null {
  if (plan.default) return t.system.planIsDefault
  return plan.projects > 0 ? t.system.planInUse : null
}
