import { AttentionCard, AttentionList } from '../../components/attention.tsx'
import { ButtonLink } from '../../components/link.tsx'
import { paths } from '../../paths.ts'
import { formatNumber } from '../../texts/format.ts'
import { t } from '../../texts/index.ts'
import type { Overview } from './overview.ts'

/** Projects whose figure doubled or halved between two months. */
export const Movers = ({ movers }: Pick<Overview, 'movers'>) => (
  <AttentionList label={t.home.movers}>
    {movers.map(({ id, name, direction, from, to }) => (
      <AttentionCard
        key={id}
        tone={direction === 'rose' ? 'good' : 'caution'}
        kind={t.home[direction]}
        title={name}
        action={<ButtonLink {...paths.projectActivity(id)}>{t.home.look}</ButtonLink>}
      >
        {t.home.moved(formatNumber(from.total), formatNumber(to.total))}
      </AttentionCard>
    ))}
  </AttentionList>
)
