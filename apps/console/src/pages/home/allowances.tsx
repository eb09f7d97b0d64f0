import { limits, type WhoAmI } from '@signet/contracts'
import { AttentionCard } from '../../components/attention.tsx'
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
  return allowances.flatMap(({ allowance, title, to }) => {
    if (!allowance?.max || allowance.count < near * allowance.max) return []
    const { count, max } = allowance
    return [
      <AttentionCard
        key={to.to}
        tone={count >= max ? 'problem' : 'caution'}
        kind={t.home.limit}
        title={title(formatNumber(count), formatNumber(max))}
        action={<ButtonLink {...to}>{t.home.look}</ButtonLink>}
      >
        {t.home.limitText}
      </AttentionCard>,
    ]
  })
}
