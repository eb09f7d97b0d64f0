import type { SettingKey } from '@signet/contracts'
import { useState } from 'react'
import type { Outcome } from '../../api/client.ts'
import { ConfirmOperation } from '../../components/confirm-operation.tsx'
import { same } from '../../components/rebase.ts'
import { useTypedValues } from '../../components/typed-values.ts'
import { t } from '../../texts/index.ts'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { Notice } from '../../ui/notice.tsx'
import { toast } from '../../ui/toast.ts'
import { Difference, SettingChanges, SettingFacts } from './setting-changes.tsx'
import { SettingControl } from './setting-control.tsx'
import { isChanged, type Setting } from './setting-groups.ts'
import type { SettingChange } from './setting-history.ts'
import { SettingRow } from './setting-row.tsx'
import { draftOf, parseDraft, shortOf } from './setting-value.ts'

interface SettingEditorProps {
  readonly setting: Setting
  /** Names of all settings, of which another one can switch this one off. */
  readonly names: Readonly<Record<SettingKey, string>>
  readonly changes: readonly SettingChange[]
}

interface AskedValue {
  readonly value: unknown
  readonly title: string
}

export function SettingEditor({ setting, names, changes }: SettingEditorProps) {
  const { key, description, notInForce } = setting
  const name = names[key]
  const typed = useTypedValues(`settings_update ${key}`, { draft: draftOf(setting) })
  const { draft } = typed.values
  const [asked, setAsked] = useState<AskedValue | null>(null)
  const parsed = parseDraft(setting, draft)
  const isOff = notInForce?.because !== undefined && notInForce.because !== 'restart'
  const isTyped = !same(draft, typed.start.draft)
  const done = (outcome: Outcome<'settings_update'>, { value }: AskedValue): void => {
    const stored = { draft: draftOf(setting, value) }
    typed.saved(stored)
    typed.setValues(stored)
    setAsked(null)
    toast(toldOf(outcome))
  }
  return (
    <SettingRow
      id={key}
      name={name}
      badges={isChanged(setting) && <Badge tone="accent">{t.common.changed}</Badge>}
      isChild={isOff}
      size={sizeOf(setting)}
      text={t.settings[key] ?? description}
      why={notInForce && whyNot(notInForce, names)}
      facts={<SettingFacts setting={setting} changes={changes} />}
      history={
        <SettingChanges
          setting={setting}
          name={name}
          changes={changes}
          onUndo={(value) => setAsked({ value, title: t.system.undoTitle(name) })}
        />
      }
      control={
        <div className="grid gap-2">
          {typed.hasConflict && (
            <Notice tone="caution" title={t.forms.changedElsewhere}>
              <p>
                {t.common.inForce}: {shortOf(setting.value)}
              </p>
              <Button size="sm" className="mt-1.5" onPress={() => typed.reset()}>
                {t.forms.loadStored}
              </Button>
            </Notice>
          )}
          <div
            className={
              typeof draft === 'boolean'
                ? 'flex min-h-7 flex-row-reverse flex-wrap items-center gap-3'
                : 'grid gap-2'
            }
          >
            <SettingControl
              setting={setting}
              name={name}
              draft={draft}
              isDisabled={isOff}
              problem={'problem' in parsed ? parsed.problem : undefined}
              onChange={(next) => typed.setValues({ draft: next })}
            />
            <Buttons
              setting={setting}
              name={name}
              isTyped={isTyped}
              typedValue={'value' in parsed ? parsed : null}
              onAsk={setAsked}
              onDiscard={() => typed.reset()}
            />
          </div>
          {asked && (
            <ConfirmOperation
              operation="settings_update"
              input={{ [key]: asked.value }}
              ifMatch
              title={asked.title}
              confirmLabel={t.system.change}
              consequence={t.system.consequence}
              danger={false}
              onDone={(outcome) => done(outcome, asked)}
              onClose={() => setAsked(null)}
            >
              <Difference from={setting.value} to={asked.value} />
            </ConfirmOperation>
          )}
        </div>
      }
    />
  )
}

const sizeOf = ({ type, value }: Setting) =>
  typeof value === 'boolean' ? 'short' : type === 'list' || type === 'object' ? 'tall' : 'usual'

interface ButtonsProps {
  readonly setting: Setting
  readonly name: string
  readonly isTyped: boolean
  /** Null for invalid input. */
  readonly typedValue: { readonly value: unknown } | null
  readonly onAsk: (asked: AskedValue) => void
  readonly onDiscard: () => void
}

const Buttons = ({ setting, name, isTyped, typedValue, onAsk, onDiscard }: ButtonsProps) => (
  <div className="flex flex-wrap gap-2 empty:hidden">
    {isTyped && typedValue && (
      <Button
        kind="primary"
        size="sm"
        onPress={() => onAsk({ value: typedValue.value, title: t.system.saveTitle(name) })}
      >
        {t.common.save}
      </Button>
    )}
    {isTyped && (
      <Button kind="quiet" size="sm" onPress={onDiscard}>
        {t.forms.discard}
      </Button>
    )}
    {!isTyped && isChanged(setting) && (
      <Button
        kind="quiet"
        size="sm"
        onPress={() => onAsk({ value: setting.default, title: t.system.resetTitle(name) })}
      >
        {t.system.toDefault}
      </Button>
    )}
  </div>
)

const toldOf = (outcome: Outcome<'settings_update'>): string => {
  const { pendingRestartKeys = [], notInForceKeys = [] } = 'appliedKeys' in outcome ? outcome : {}
  if (notInForceKeys.length > 0) return t.system.notInForce
  return pendingRestartKeys.length > 0 ? t.system.pending : t.system.applied
}

const whyNot = (
  { because, needs }: NonNullable<Setting['notInForce']>,
  names: SettingEditorProps['names'],
): string => (because === 'restart' ? t.system.pending : t.system.switchedOff(needs ? names[needs] : ''))
