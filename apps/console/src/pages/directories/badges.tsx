import { Badge } from '../../ui/badge.tsx'
import type { Connection } from './texts.ts'

/** Whether a directory may act at all, and whether its removals go through. */
export const ConnectionBadges = ({ connection }: { connection: Pick<Connection, 'enabled' | 'held'> }) => (
  <>
    {connection.enabled ? <Badge tone="good">Enabled</Badge> : <Badge>Disabled</Badge>}
    {connection.held && <Badge tone="problem">Removals held back</Badge>}
  </>
)
