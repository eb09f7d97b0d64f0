import { limits, type WhoAmI } from '@signet/contracts'
import { AttentionGroup } from '../../components/attention-group.tsx'
import { ButtonLink } from '../../components/link.tsx'
import { paths } from '../../paths.ts'
import { formatNumber } from '../../texts/format.ts'
import { t } from '../../texts/index.ts'

const near = limits.planWarnings.nearPercent / 100

/** Nearly exhausted limits of the administrator's plan. */
export function Allowances({ whoami: { can } }: { whoami: WhoAmI }) {
  const allowances = [
    { allowance: can.projects, title: t.home.projectsLimit, to: paths.projects() },
    { allowance: can.teams, title: t.home.teamsLimit, to: paths.teams() },
  ]
  const items = allowances.flatMap(({ allowance, title, to }) => {
    if (!allowance?.max || allowance.count < near * allowance.max) return []
    const { count, max } = allowance
    return [
      {
        key: to.to,
        title: title(formatNumber(count), formatNumber(max)),
        detail: t.home.limitText,
        action: (
          <ButtonLink size="sm" {...to}>
            {t.home.look}
          </ButtonLink>
        ),
      },
    ]
  })
  return <AttentionGroup title={t.home.groups.limits} items={items} />
}
