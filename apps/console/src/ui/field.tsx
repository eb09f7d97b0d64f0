import { Eye, EyeOff } from 'lucide-react'
import { type ReactNode, useId, useState } from 'react'
import {
  Button as AriaButton,
  TextField as AriaTextField,
  type TextFieldProps as AriaTextFieldProps,
  FieldError,
  Group,
  Input,
  Label,
  Text,
  TextArea,
} from 'react-aria-components'
import { t } from '../texts/index.ts'
import { cx } from './cx.ts'

const labelStyle = 'text-base font-medium text-ink'
export const hintStyle = 'text-sm text-quiet'
export const errorStyle = 'text-sm text-problem'

export const controlStyle =
  'w-full min-w-0 rounded-md bg-surface px-2.5 text-base text-ellipsis text-ink ring-1 ring-inset ring-edge placeholder:text-quiet/75 ' +
  'outline-none data-invalid:ring-problem data-focused:ring-2 data-focused:ring-accent data-disabled:bg-sunken data-disabled:text-quiet'

const fittedStyle = 'field-sizing-content max-h-[calc(12lh+1rem)] min-h-[calc(2lh+1rem)]'

interface Common {
  readonly label: ReactNode
  readonly hint?: ReactNode
  readonly error?: string | undefined
  readonly optional?: boolean
  /** Keeps the label for screen readers. */
  readonly isLabelHidden?: boolean
}

export interface TextFieldProps
  extends Common,
    Pick<
      AriaTextFieldProps,
      | 'value'
      | 'onChange'
      | 'name'
      | 'type'
      | 'autoComplete'
      | 'autoFocus'
      | 'isRequired'
      | 'isDisabled'
      | 'isReadOnly'
      | 'maxLength'
      | 'minLength'
      | 'inputMode'
      | 'spellCheck'
    > {
  readonly placeholder?: string
  /** Text in front of the value, such as the address before a slug. */
  readonly before?: ReactNode
  readonly after?: ReactNode
  readonly mono?: boolean
  /** More than one row makes the field a text area. */
  readonly rows?: number
  /** Fits a text area to its content, from two to twelve lines. */
  readonly isFitted?: boolean
  readonly suggestions?: readonly string[]
}

export const FieldLabel = ({
  label,
  optional,
  isLabelHidden = false,
}: Pick<Common, 'label' | 'isLabelHidden'> & { optional?: boolean | undefined }) => (
  <Label className={isLabelHidden ? 'sr-only' : labelStyle}>
    {label}
    {optional && <span className="ml-0.5 font-normal text-quiet"> {t.common.optional}</span>}
  </Label>
)

export const FieldNotes = ({ hint, error }: Pick<Common, 'hint' | 'error'>) => (
  <>
    {hint && (
      <Text slot="description" className={hintStyle}>
        {hint}
      </Text>
    )}
    <FieldError className={errorStyle}>{error}</FieldError>
  </>
)

export function TextField(props: TextFieldProps) {
  const { label, hint, error, optional, placeholder = '', before, after, mono, rows = 1, ...rest } = props
  const { suggestions = [], isLabelHidden = false, isFitted = false, ...field } = rest
  const listId = useId()
  const list = suggestions.length > 0 ? { list: listId } : {}
  const font = mono && 'font-mono text-sm'
  return (
    <AriaTextField
      {...field}
      isInvalid={Boolean(error)}
      validationBehavior="aria"
      className="grid content-start gap-1.5"
    >
      <FieldLabel label={label} optional={optional} isLabelHidden={isLabelHidden} />
      {rows > 1 ? (
        <TextArea
          rows={rows}
          placeholder={placeholder}
          className={cx(controlStyle, 'py-2', font, isFitted && fittedStyle)}
        />
      ) : before || after ? (
        <Group className="flex items-stretch rounded-md bg-surface ring-1 ring-inset ring-edge data-focus-within:ring-2 data-focus-within:ring-accent data-invalid:ring-problem">
          {before && (
            <span className="my-px ml-px flex max-w-[55%] items-center rounded-l-[calc(var(--radius-md)-1px)] border-r border-line bg-sunken px-2.5 text-sm text-quiet">
              <span className="truncate">{before}</span>
            </span>
          )}
          <Input
            placeholder={placeholder}
            className={cx('h-9 w-full min-w-0 bg-transparent px-2.5 outline-none', font)}
          />
          {after && <span className="flex items-center pr-1 text-sm text-quiet">{after}</span>}
        </Group>
      ) : (
        <Input {...list} placeholder={placeholder} className={cx(controlStyle, 'h-9', font)} />
      )}
      {suggestions.length > 0 && (
        <datalist id={listId}>
          {suggestions.map((each) => (
            <option key={each} value={each} />
          ))}
        </datalist>
      )}
      <FieldNotes hint={hint} error={error} />
    </AriaTextField>
  )
}

/** Shows `after` next to the button that reveals the input. */
export function PasswordField(props: Omit<TextFieldProps, 'type' | 'rows' | 'mono'>) {
  const [shown, setShown] = useState(false)
  return (
    <TextField
      {...props}
      type={shown ? 'text' : 'password'}
      spellCheck="false"
      after={
        <>
          {props.after}
          <AriaButton
            aria-label={shown ? t.common.hidePassword : t.common.showPassword}
            onPress={() => setShown(!shown)}
            className="inline-flex size-7 items-center justify-center rounded-md text-quiet hover:text-ink"
          >
            {shown ? <EyeOff size={16} aria-hidden /> : <Eye size={16} aria-hidden />}
          </AriaButton>
        </>
      }
    />
  )
}
