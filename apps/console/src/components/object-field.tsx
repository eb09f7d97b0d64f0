import { Braces, Plus, Rows3, X } from 'lucide-react'
import { useState } from 'react'
import { Group } from 'react-aria-components'
import { t } from '../texts/index.ts'
import { Button, IconButton } from '../ui/button.tsx'
import { errorStyle, hintStyle, TextField } from '../ui/field.tsx'
import type { Pair } from '../ui/pair-list.tsx'
import { isRepeated, type MemberKind, rowsOfText, textOfRows } from './object-rows.ts'

const texts = t.objectFields

interface ObjectFieldProps {
  readonly label: string
  readonly name?: string
  readonly isLabelHidden?: boolean
  readonly kind: MemberKind
  /** JSON of the object, or invalid input. */
  readonly text: string
  readonly onChange: (text: string) => void
  readonly hint?: string
  readonly error?: string | undefined
  readonly isDisabled?: boolean
}

/** Edits a JSON object as rows of name and value. Members that a row cannot show are edited as JSON. */
export function ObjectField(props: ObjectFieldProps) {
  const { label, isLabelHidden = false, kind, text, onChange, hint, error, isDisabled = false } = props
  const { rows, change } = useRows(kind, text, onChange)
  const [isJson, setIsJson] = useState(rows === null)
  const shown = isJson ? null : rows
  return (
    <Group aria-label={label} className="grid gap-2">
      {!isLabelHidden && (
        <span className="font-medium" aria-hidden>
          {label}
        </span>
      )}
      {shown ? (
        <Rows label={label} rows={shown} isDisabled={isDisabled} onChange={change} />
      ) : (
        <TextField
          label={texts.asJson(label)}
          isLabelHidden
          {...(props.name ? { name: props.name } : {})}
          mono
          rows={4}
          isFitted
          spellCheck="false"
          autoComplete="off"
          isDisabled={isDisabled}
          value={text}
          onChange={onChange}
          error={error}
        />
      )}
      {shown?.[0] && hintOfKind(kind) && <span className={hintStyle}>{hintOfKind(kind)}</span>}
      {hint && <span className={hintStyle}>{hint}</span>}
      {shown && error && <span className={errorStyle}>{error}</span>}
      <Buttons
        shown={shown}
        isDisabled={isDisabled}
        canSwitch={rows !== null}
        onAdd={(all) => change([...all, ['', '']])}
        onSwitch={() => setIsJson(shown !== null)}
      />
    </Group>
  )
}

/** Keeps rows that the text does not have, such as one without a name, until another change of the text. */
function useRows(kind: MemberKind, text: string, onChange: (text: string) => void) {
  const [typed, setTyped] = useState<{ readonly text: string; readonly rows: readonly Pair[] } | null>(null)
  const rows = typed?.text === text ? typed.rows : rowsOfText(kind, text)
  const change = (next: readonly Pair[]): void => {
    const sent = textOfRows(kind, next)
    setTyped({ text: sent, rows: next })
    onChange(sent)
  }
  return { rows, change }
}

const hintOfKind = (kind: MemberKind): string | undefined =>
  ({ text: undefined, words: texts.wordsHint, json: t.claims.valueHint })[kind]

interface ButtonsProps {
  /** Null while the object is edited as JSON. */
  readonly shown: readonly Pair[] | null
  readonly isDisabled: boolean
  readonly canSwitch: boolean
  readonly onAdd: (shown: readonly Pair[]) => void
  readonly onSwitch: () => void
}

const Buttons = ({ shown, isDisabled, canSwitch, onAdd, onSwitch }: ButtonsProps) => (
  <div className="-ml-2 flex flex-wrap gap-1">
    {shown && (
      <Button
        kind="quiet"
        size="sm"
        icon={<Plus size={14} aria-hidden />}
        isDisabled={isDisabled}
        onPress={() => onAdd(shown)}
      >
        {texts.add}
      </Button>
    )}
    <Button
      kind="quiet"
      size="sm"
      icon={shown ? <Braces size={14} aria-hidden /> : <Rows3 size={14} aria-hidden />}
      isDisabled={!canSwitch}
      onPress={onSwitch}
    >
      {shown ? texts.editJson : texts.editRows}
    </Button>
  </div>
)

interface RowsProps {
  readonly label: string
  readonly rows: readonly Pair[]
  readonly isDisabled: boolean
  readonly onChange: (rows: readonly Pair[]) => void
}

const Rows = ({ label, rows, isDisabled, onChange }: RowsProps) => {
  if (rows.length === 0) return <p className="text-sm text-quiet">{texts.none}</p>
  return rows.map(([name, value], index) => {
    const number = String(index + 1)
    const replace = (row: Pair) => onChange(rows.toSpliced(index, 1, row))
    const error = isRepeated(rows, index) ? texts.repeated : undefined
    return (
      <div key={index} className="grid grid-cols-[minmax(0,2fr)_minmax(0,3fr)_auto] items-start gap-1.5">
        <TextField
          label={`${t.common.name} ${number}`}
          isLabelHidden
          placeholder={t.common.name}
          mono
          spellCheck="false"
          isDisabled={isDisabled}
          value={name}
          onChange={(next) => replace([next, value])}
          error={error}
        />
        <TextField
          label={`${t.claims.value} ${number}`}
          isLabelHidden
          placeholder={t.claims.value}
          spellCheck="false"
          isDisabled={isDisabled}
          value={value}
          onChange={(next) => replace([name, next])}
        />
        <IconButton
          label={t.common.removeLine(number, label)}
          icon={<X size={15} aria-hidden />}
          isDisabled={isDisabled}
          onPress={() => onChange(rows.toSpliced(index, 1))}
          className="mt-1"
        />
      </div>
    )
  })
}
