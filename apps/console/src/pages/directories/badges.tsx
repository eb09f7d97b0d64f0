import { Status } from '../../components/object-mark.tsx'
import { t } from '../../texts/index.ts'
import { Badge } from '../../ui/badge.tsx'
import type { Connection } from './texts.ts'

export const ConnectionBadges = ({ connection }: { connection: Pick<Connection, 'enabled' | 'held'> }) => (
  <>
    {connection.enabled ? (
      <Status>{t.directories.enabled}</Status>
    ) : (
      <Status tone="neutral">{t.directories.disabled}</Status>
    )}
    {connection.held && <Badge tone="problem">{t.directories.heldBack}</Badge>}
  </>
)
