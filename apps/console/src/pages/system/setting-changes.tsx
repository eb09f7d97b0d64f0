import { TextLink } from '../../components/link.tsx'
import { same } from '../../components/rebase.ts'
import { Rich } from '../../components/rich.tsx'
import { paths } from '../../paths.ts'
import { t } from '../../texts/index.ts'
import { Button } from '../../ui/button.tsx'
import { RelativeTime } from '../../ui/time.tsx'
import { isChanged, type Setting } from './setting-groups.ts'
import type { SettingChange } from './setting-history.ts'
import { shortOf } from './setting-value.ts'

interface FactsProps {
  readonly setting: Setting
  readonly changes: readonly SettingChange[]
}

export function SettingFacts({ setting, changes }: FactsProps) {
  const [last] = changes
  const isOther = isChanged(setting)
  if (!isOther && !last && setting.applies === 'live') return null
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-0.5 text-sm text-quiet">
      {isOther && (
        <span className="wrap-anywhere">
          {t.common.byDefault}: {shortOf(setting.default)}
        </span>
      )}
      {setting.applies === 'restart' && <span>{t.system.afterRestart}</span>}
      {last && (
        <span className="wrap-anywhere">
          <ChangedBy change={last} />
        </span>
      )}
      {last && (
        <Button slot="trigger" kind="quiet" size="sm" className="-ml-2">
          {t.system.history}
        </Button>
      )}
    </div>
  )
}

const ChangedBy = ({ change: { actor, at } }: { change: SettingChange }) => (
  <Rich
    text={t.system.changedBy('{actor}', '{at}')}
    parts={{ actor: <span className="text-ink">{actor}</span>, at: <RelativeTime at={at} /> }}
  />
)

interface ChangesProps extends FactsProps {
  readonly name: string
  /** Requests a confirmation of the former value. */
  readonly onUndo: (value: unknown) => void
}

/** Each change whose former value is not the present one can be undone. */
export const SettingChanges = ({ setting, name, changes, onUndo }: ChangesProps) => (
  <div className="grid gap-2 rounded-lg bg-sunken p-3 ring-1 ring-inset ring-line">
    <ul aria-label={t.system.historyOf(name)} className="grid gap-2">
      {changes.map((change) => (
        <li
          key={change.id}
          className="flex flex-wrap items-start justify-between gap-x-4 gap-y-1 border-b border-line pb-2 text-sm last:border-b-0 last:pb-0"
        >
          <div className="grid min-w-0 flex-1 basis-56 gap-0.5">
            <Difference from={change.from} to={change.to} />
            <span className="text-quiet wrap-anywhere">
              <ChangedBy change={change} />
            </span>
          </div>
          {!same(change.from, setting.value) && change.from !== null && (
            <Button
              size="sm"
              aria-label={t.system.undoTo(name, shortOf(change.from))}
              onPress={() => onUndo(change.from)}
            >
              {t.common.undo}
            </Button>
          )}
        </li>
      ))}
    </ul>
    <p className="text-sm">
      <TextLink {...paths.audit({ targetId: 'settings' })}>{t.audit.timelineAll}</TextLink>
    </p>
  </div>
)

export const Difference = ({ from, to }: { from: unknown; to: unknown }) => (
  <p className="font-mono text-sm wrap-anywhere">
    <del className="text-quiet no-underline">{shortOf(from)}</del>
    <span aria-hidden> → </span>
    <ins className="no-underline">{shortOf(to)}</ins>
  </p>
)
