import { t } from '../../texts/index.ts'
import { Badge, UsualState } from '../../ui/badge.tsx'
import type { Connection } from './texts.ts'

export const ConnectionBadges = ({ connection }: { connection: Pick<Connection, 'enabled' | 'held'> }) => (
  <>
    {connection.enabled ? (
      <UsualState>{t.directories.enabled}</UsualState>
    ) : (
      <Badge>{t.directories.disabled}</Badge>
    )}
    {connection.held && <Badge tone="problem">{t.directories.heldBack}</Badge>}
  </>
)
