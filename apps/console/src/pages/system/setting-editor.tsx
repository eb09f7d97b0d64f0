import { useState } from 'react'
import type { Outcome } from '../../api/client.ts'
import { ConfirmOperation } from '../../components/confirm-operation.tsx'
import { same } from '../../components/rebase.ts'
import { SettingRow } from '../../components/setting-row.tsx'
import { useTypedValues } from '../../components/typed-values.ts'
import { t } from '../../texts/index.ts'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { Notice } from '../../ui/notice.tsx'
import { toast } from '../../ui/toast.tsx'
import { SettingControl } from './setting-control.tsx'
import { isChanged, type Setting } from './setting-groups.ts'
import { draftOf, parseDraft, shortOf } from './setting-value.ts'

/** One setting: description, default, and a control that changes only this setting. */
export function SettingEditor({ setting }: { setting: Setting }) {
  const { key, default: initial, applies, description, notInForce } = setting
  const typed = useTypedValues(`settings_update ${key}`, { draft: draftOf(setting) })
  const { draft } = typed.values
  const [asked, setAsked] = useState<{ value: unknown } | null>(null)
  const parsed = parseDraft(setting, draft)
  const isTyped = !same(draft, typed.start.draft)
  const done = (outcome: Outcome<'settings_update'>): void => {
    typed.saved(typed.values)
    setAsked(null)
    toast(toldOf(outcome))
  }
  return (
    <SettingRow
      name={key}
      badges={
        <>
          {isChanged(setting) && <Badge tone="accent">{t.common.changed}</Badge>}
          {notInForce && <Badge tone="caution">{t.system.withoutEffect}</Badge>}
          {applies === 'restart' && <Badge tone="caution">{t.system.restart}</Badge>}
        </>
      }
      text={t.settings[key] ?? description}
      byDefault={shortOf(initial)}
      why={notInForce && whyNot(notInForce)}
      control={
        <div className="grid gap-2">
          {typed.hasConflict && (
            <Notice tone="caution" title={t.common.changedElsewhere}>
              <p>
                {t.common.inForce}: {shortOf(setting.value)}
              </p>
              <Button size="sm" className="mt-1.5" onPress={() => typed.reset()}>
                {t.common.loadStored}
              </Button>
            </Notice>
          )}
          <SettingControl
            setting={setting}
            draft={draft}
            problem={'problem' in parsed ? parsed.problem : undefined}
            onChange={(next) => typed.setValues({ draft: next })}
          />
          <div className="flex flex-wrap gap-2 empty:hidden">
            {isTyped && 'value' in parsed && (
              <Button kind="primary" size="sm" onPress={() => setAsked(parsed)}>
                {t.common.save}
              </Button>
            )}
            {isTyped && (
              <Button kind="quiet" size="sm" onPress={() => typed.reset()}>
                {t.common.discard}
              </Button>
            )}
            {!isTyped && isChanged(setting) && (
              <Button
                kind="quiet"
                size="sm"
                onPress={() => typed.setValues({ draft: draftOf(setting, initial) })}
              >
                {t.system.toDefault}
              </Button>
            )}
          </div>
          {asked && (
            <ConfirmOperation
              operation="settings_update"
              input={{ [key]: asked.value }}
              title={t.system.saveTitle(key)}
              confirmLabel={t.system.change}
              consequence={t.system.consequence}
              danger={false}
              onDone={done}
              onClose={() => setAsked(null)}
            >
              <p className="font-mono text-sm wrap-anywhere">
                <del className="text-quiet no-underline">{shortOf(setting.value)}</del>
                <span aria-hidden> → </span>
                <ins className="no-underline">{shortOf(asked.value)}</ins>
              </p>
            </ConfirmOperation>
          )}
        </div>
      }
    />
  )
}

const toldOf = (outcome: Outcome<'settings_update'>): string => {
  const { pendingRestartKeys = [], notInForceKeys = [] } = 'appliedKeys' in outcome ? outcome : {}
  if (notInForceKeys.length > 0) return t.system.notInForce
  return pendingRestartKeys.length > 0 ? t.system.pending : t.system.applied
}

const whyNot = ({ because, needs }: NonNullable<Setting['notInForce']>): string =>
  because === 'restart' ? t.system.pending : t.system.switchedOff(needs ?? '')
