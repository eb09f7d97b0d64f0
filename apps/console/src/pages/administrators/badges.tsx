import { t } from '../../texts/index.ts'
import { Badge } from '../../ui/badge.tsx'
import type { Administrator } from './administrator.ts'

type Shown = Pick<Administrator, 'superAdministrator' | 'active' | 'verified'>

export const AdministratorBadges = ({ administrator }: { administrator: Shown }) => (
  <>
    {administrator.superAdministrator && <Badge tone="accent">{t.administrators.superAdministrator}</Badge>}
    {!administrator.active && <Badge tone="problem">{t.administrators.inactive}</Badge>}
    {!administrator.verified && <Badge tone="caution">{t.administrators.unverified}</Badge>}
  </>
)
