import type { ReactNode } from 'react'
import { t } from '../texts/index.ts'

interface SettingRowProps {
  readonly name: string
  readonly badges?: ReactNode
  readonly text?: ReactNode
  readonly byDefault?: ReactNode
  /** Reason for which the setting has no effect. */
  readonly why?: ReactNode
  readonly control: ReactNode
}

/** One setting, saved separately: its sentence, and the key for scripts below it. */
export const SettingRow = ({ name, badges, text, byDefault, why, control }: SettingRowProps) => (
  <div className="grid grid-cols-1 gap-x-6 gap-y-2 border-b border-line py-4 first:pt-0 last:border-b-0 last:pb-0 md:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]">
    <div className="grid content-start gap-0.5">
      {text && <span className="font-medium text-pretty">{text}</span>}
      <span className="flex flex-wrap items-center gap-2">
        <code className="font-mono text-xs text-quiet wrap-anywhere">{name}</code>
        {badges}
      </span>
      {why && <span className="text-sm text-caution text-pretty">{why}</span>}
      {byDefault && (
        <span className="text-sm text-quiet wrap-anywhere">
          {t.common.byDefault}: {byDefault}
        </span>
      )}
    </div>
    <fieldset aria-label={name} className="min-w-0">
      {control}
    </fieldset>
  </div>
)
