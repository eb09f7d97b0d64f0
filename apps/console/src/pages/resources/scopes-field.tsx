import { Plus, X } from 'lucide-react'
import { Group } from 'react-aria-components'
import { t } from '../../texts/index.ts'
import { Button, IconButton } from '../../ui/button.tsx'
import { errorStyle, hintStyle, TextField } from '../../ui/field.tsx'
import { Select } from '../../ui/select.tsx'
import { emptyScope, type ResourceForm, type ScopeRow } from './values.ts'

const most = 200

const rowStyle =
  'grid grid-cols-[minmax(0,1fr)_auto] items-start gap-2 sm:grid-cols-[minmax(0,2fr)_minmax(0,3fr)_minmax(0,1.5fr)_2rem]'

/** One row per scope: its name, its description on the consent page and its kind. */
export function ScopesField({ form }: { form: ResourceForm }) {
  const { values, set, errorAt, errorsWithin } = form
  const error = errorAt('scopes') ?? errorsWithin('scopeDescriptions')
  const replace = (scopes: readonly ScopeRow[]) => set({ scopes })
  return (
    <Group aria-label={t.resources.scopes} className="grid gap-2">
      <span className="font-medium" aria-hidden>
        {t.resources.scopes}
      </span>
      <span className={hintStyle}>
        {t.resources.scopesHint} {t.resources.descriptionsText}
      </span>
      <div aria-hidden className={`${rowStyle} text-sm text-quiet max-sm:hidden`}>
        <span>{t.resources.scope}</span>
        <span>{t.resources.description}</span>
        <span>{t.resources.kind}</span>
      </div>
      {values.scopes.map((row, index) => (
        <Row
          key={index}
          row={row}
          number={String(index + 1)}
          error={errorAt(`scopes.${index}`)}
          onChange={(part) =>
            replace(values.scopes.map((one, at) => (at === index ? { ...one, ...part } : one)))
          }
          onRemove={() => replace(values.scopes.filter((_, at) => at !== index))}
        />
      ))}
      {error && <span className={errorStyle}>{error}</span>}
      <Button
        kind="quiet"
        size="sm"
        className="-ml-2 justify-self-start"
        icon={<Plus size={14} aria-hidden />}
        isDisabled={values.scopes.length >= most}
        onPress={() => replace([...values.scopes, emptyScope])}
      >
        {t.resources.addScope}
      </Button>
    </Group>
  )
}

interface RowProps {
  readonly row: ScopeRow
  readonly number: string
  readonly error: string | undefined
  readonly onChange: (part: Partial<ScopeRow>) => void
  readonly onRemove: () => void
}

const Row = ({ row, number, error, onChange, onRemove }: RowProps) => (
  <div className={`${rowStyle} max-sm:border-b max-sm:border-line max-sm:pb-3`}>
    <TextField
      label={`${t.resources.scopes} ${number}`}
      isLabelHidden
      mono
      spellCheck="false"
      placeholder="orders.read"
      value={row.scope}
      onChange={(scope) => onChange({ scope })}
      error={error}
    />
    <div className="max-sm:order-2 max-sm:col-span-2">
      <TextField
        label={`${t.resources.description} ${number}`}
        isLabelHidden
        placeholder={`${t.resources.description} (${t.common.optional})`}
        value={row.description}
        onChange={(description) => onChange({ description })}
      />
    </div>
    <div className="max-sm:order-2 max-sm:col-span-2">
      <Select
        label={`${t.resources.kind} ${number}`}
        isLabelHidden
        options={(['see', 'act'] as const).map((value) => ({ value, label: t.resources.kinds[value] }))}
        value={row.kind}
        onChange={(kind) => onChange({ kind })}
      />
    </div>
    <IconButton
      label={t.common.removeLine(number, t.resources.scopes)}
      icon={<X size={15} aria-hidden />}
      onPress={onRemove}
      className="mt-1"
    />
  </div>
)
