import { t } from '../../texts/index.ts'
import { Badge } from '../../ui/badge.tsx'
import type { Connection } from './texts.ts'

export const ConnectionBadges = ({ connection }: { connection: Pick<Connection, 'enabled' | 'held'> }) => (
  <>
    {connection.enabled ? (
      <Badge tone="good">{t.directories.enabled}</Badge>
    ) : (
      <Badge>{t.directories.disabled}</Badge>
    )}
    {connection.held && <Badge tone="problem">{t.directories.heldBack}</Badge>}
  </>
)
