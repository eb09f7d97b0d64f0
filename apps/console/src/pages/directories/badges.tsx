import { Status } from '../../components/object-mark.tsx'
import { t } from '../../texts/index.ts'
import { Badge } from '../../ui/badge.tsx'
import type { Connection } from './texts.ts'

interface ConnectionBadgesProps {
  readonly connection: Pick<Connection, 'enabled' | 'held' | 'warnings'>
}

/** The warnings of an enabled connection replace its state. */
export const ConnectionBadges = ({ connection: { enabled, held, warnings } }: ConnectionBadgesProps) => {
  const others = warnings.filter((warning) => warning !== 'held')
  return (
    <>
      {!enabled && <Status tone="neutral">{t.directories.disabled}</Status>}
      {enabled && others.length === 0 && <Status>{t.directories.enabled}</Status>}
      {enabled &&
        others.map((warning) => (
          <Status key={warning} tone="caution">
            {t.directories.warningNames[warning]}
          </Status>
        ))}
      {held && <Badge tone="problem">{t.directories.heldBack}</Badge>}
    </>
  )
}
