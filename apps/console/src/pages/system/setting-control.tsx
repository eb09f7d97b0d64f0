import { t } from '../../texts/index.ts'
import { Checkbox, Switch } from '../../ui/choice.tsx'
import { TextField } from '../../ui/field.tsx'
import { Select } from '../../ui/select.tsx'
import type { Setting } from './setting-groups.ts'
import type { Draft } from './setting-value.ts'

interface SettingControlProps {
  readonly setting: Setting
  readonly draft: Draft
  readonly problem: string | undefined
  readonly onChange: (draft: Draft) => void
}

export function SettingControl({ setting, draft, problem, onChange }: SettingControlProps) {
  const { key, type, options } = setting
  if (typeof draft === 'boolean')
    return <Switch label={draft ? t.common.on : t.common.off} isSelected={draft} onChange={onChange} />
  if (typeof draft !== 'string')
    return (
      <fieldset className="grid">
        <legend className="sr-only">{key}</legend>
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
        label={t.system.change}
        options={(options ?? []).map((value) => ({ value, label: value }))}
        value={draft}
        onChange={onChange}
      />
    )
  return (
    <TextField
      label={t.system.change}
      autoComplete="off"
      spellCheck="false"
      mono={type === 'object' || type === 'list'}
      rows={type === 'object' ? 8 : type === 'list' ? 4 : 1}
      {...(type === 'integer' ? { inputMode: 'numeric' as const } : {})}
      hint={type === 'list' ? t.system.onePerLine : undefined}
      value={draft}
      onChange={onChange}
      error={problem}
    />
  )
}
