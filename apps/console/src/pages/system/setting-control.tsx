import { formatDuration } from '../../texts/format.ts'
import { t } from '../../texts/index.ts'
import { Checkbox, Switch } from '../../ui/choice.tsx'
import { TextField } from '../../ui/field.tsx'
import { Select } from '../../ui/select.tsx'
import type { Setting } from './setting-groups.ts'
import type { Draft } from './setting-value.ts'

interface SettingControlProps {
  readonly setting: Setting
  readonly name: string
  readonly draft: Draft
  readonly problem: string | undefined
  readonly onChange: (draft: Draft) => void
}

export function SettingControl({ setting, name, draft, problem, onChange }: SettingControlProps) {
  const { type, options } = setting
  if (typeof draft === 'boolean')
    return <Switch label={draft ? t.common.on : t.common.off} isSelected={draft} onChange={onChange} />
  if (typeof draft !== 'string')
    return (
      <fieldset className="grid">
        <legend className="sr-only">{name}</legend>
        {(options ?? []).map((option) => (
          <Checkbox
            key={option}
            label={option}
            isSelected={draft.includes(option)}
            onChange={(isSelected) =>
              onChange(
                (options ?? []).filter((each) => (each === option ? isSelected : draft.includes(each))),
              )
            }
          />
        ))}
      </fieldset>
    )
  if (type === 'choice')
    return (
      <Select
        label={name}
        isLabelHidden
        options={(options ?? []).map((value) => ({ value, label: value }))}
        value={draft}
        onChange={onChange}
      />
    )
  return (
    <TextField
      label={name}
      isLabelHidden
      autoComplete="off"
      spellCheck="false"
      mono={type === 'object' || type === 'list'}
      rows={type === 'object' || type === 'list' ? 2 : 1}
      isFitted
      {...(type === 'integer' ? { inputMode: 'numeric' as const } : {})}
      hint={hintOf(setting, draft)}
      value={draft}
      onChange={onChange}
      error={problem}
    />
  )
}

function hintOf({ key, type }: Setting, draft: string): string | undefined {
  if (type === 'list') return t.system.onePerLine
  const seconds = Number(draft)
  return /seconds$/i.test(key) && Number.isInteger(seconds) && seconds >= 60
    ? formatDuration(seconds)
    : undefined
}
