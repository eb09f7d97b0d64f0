import { Plus, X } from 'lucide-react'
import { Group, Input, TextField } from 'react-aria-components'
import { t } from '../texts/index.ts'
import { Button, IconButton } from './button.tsx'
import { cx } from './cx.ts'
import { controlStyle, errorStyle, hintStyle } from './field.tsx'

interface TextListProps {
  readonly label: string
  /** Empty lines are omitted when the form is sent. */
  readonly values: readonly string[]
  readonly onChange: (values: readonly string[]) => void
  /** Returns the error of the line at an index; of the whole list at -1. */
  readonly errorOf?: (index: number) => string | undefined
  readonly hint?: string
  readonly placeholder?: string
  readonly addLabel: string
  readonly max: number
  readonly optional?: boolean
  readonly isDisabled?: boolean
}

export function TextList(props: TextListProps) {
  const {
    label,
    values,
    onChange,
    errorOf,
    hint,
    placeholder = '',
    addLabel,
    max,
    optional,
    isDisabled = false,
  } = props
  const lines = values.length > 0 ? values : ['']
  const set = (index: number, value: string) =>
    onChange(lines.map((line, at) => (at === index ? value : line)))
  const whole = errorOf?.(-1)
  return (
    <Group aria-label={label} className="grid gap-1.5">
      <span className="font-medium" aria-hidden>
        {label}
        {optional && <span className="ml-0.5 font-normal text-quiet"> {t.common.optional}</span>}
      </span>
      {lines.map((line, index) => {
        const error = errorOf?.(index)
        return (
          <div key={index} className="grid gap-1">
            <div className="flex items-center gap-1">
              <TextField
                aria-label={`${label} ${index + 1}`}
                value={line}
                onChange={(value) => set(index, value)}
                isInvalid={Boolean(error)}
                isDisabled={isDisabled}
                className="min-w-0 flex-1"
              >
                <Input
                  placeholder={placeholder}
                  spellCheck="false"
                  className={cx(controlStyle, 'h-9 font-mono text-sm')}
                />
              </TextField>
              {lines.length > 1 && (
                <IconButton
                  label={t.common.removeLine(String(index + 1), label)}
                  icon={<X size={15} aria-hidden />}
                  isDisabled={isDisabled}
                  onPress={() => onChange(lines.filter((_, at) => at !== index))}
                />
              )}
            </div>
            {error && <span className={errorStyle}>{error}</span>}
          </div>
        )
      })}
      {hint && <span className={hintStyle}>{hint}</span>}
      {whole && <span className={errorStyle}>{whole}</span>}
      <Button
        kind="quiet"
        size="sm"
        className="-ml-2 justify-self-start"
        icon={<Plus size={14} aria-hidden />}
        isDisabled={isDisabled || lines.length >= max}
        onPress={() => onChange([...lines, ''])}
      >
        {addLabel}
      </Button>
    </Group>
  )
}
