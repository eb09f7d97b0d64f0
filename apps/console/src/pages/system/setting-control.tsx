import type { ReactNode } from 'react'
import { ObjectField } from '../../components/object-field.tsx'
import { formatDuration, unitText } from '../../texts/format.ts'
import { t } from '../../texts/index.ts'
import { Checkbox, Switch } from '../../ui/choice.tsx'
import { cx } from '../../ui/cx.ts'
import { TextField } from '../../ui/field.tsx'
import { Select } from '../../ui/select.tsx'
import type { Setting } from './setting-groups.ts'
import { type Draft, membersOf } from './setting-value.ts'

interface SettingControlProps {
  readonly setting: Setting
  readonly name: string
  readonly draft: Draft
  readonly isDisabled: boolean
  readonly problem: string | undefined
  readonly onChange: (draft: Draft) => void
}

export function SettingControl({ setting, name, draft, isDisabled, problem, onChange }: SettingControlProps) {
  const { type, options } = setting
  if (typeof draft === 'boolean')
    return (
      <Switch
        label={<span className="sr-only">{name}</span>}
        isSelected={draft}
        isDisabled={isDisabled}
        onChange={onChange}
      />
    )
  if (typeof draft !== 'string')
    return (
      <fieldset className="grid sm:grid-cols-2">
        <legend className="sr-only">{name}</legend>
        {(options ?? []).map((option) => (
          <Checkbox
            key={option}
            label={option}
            isDisabled={isDisabled}
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
        isDisabled={isDisabled}
        onChange={onChange}
      />
    )
  if (type === 'object')
    return (
      <ObjectField
        label={name}
        isLabelHidden
        kind={membersOf(setting)}
        text={draft}
        isDisabled={isDisabled}
        onChange={onChange}
        error={problem}
      />
    )
  return (
    <div className={cx(type === 'integer' && 'md:ml-auto md:max-w-44')}>
      <TextField
        label={name}
        isLabelHidden
        autoComplete="off"
        spellCheck="false"
        mono={type === 'list'}
        rows={type === 'list' ? 2 : 1}
        isFitted
        {...(type === 'integer' ? { inputMode: 'numeric' as const } : {})}
        isDisabled={isDisabled}
        after={unitOf(setting, draft)}
        hint={hintOf(setting, draft)}
        value={draft}
        onChange={onChange}
        error={problem}
      />
    </div>
  )
}

const units = ['day', 'hour', 'minute', 'second'] as const

/** Returns the word for the unit that ends the key of a number. */
function unitOf({ key, type }: Setting, draft: string): ReactNode {
  const unit = units.find((each) => key.toLowerCase().endsWith(`${each}s`))
  return type === 'integer' && unit && <span className="pr-1.5">{unitText(unit, Number(draft) || 0)}</span>
}

function hintOf({ key, type }: Setting, draft: string): string | undefined {
  if (type === 'list') return t.system.onePerLine
  const seconds = Number(draft)
  return /seconds$/i.test(key) && Number.isInteger(seconds) && seconds >= 60
    ? formatDuration(seconds)
    : undefined
}
