import { type ClaimOwner, claimSources } from '@signet/contracts'
import { ArrowUp, X } from 'lucide-react'
import { Group } from 'react-aria-components'
import { t } from '../../texts/index.ts'
import { IconButton } from '../../ui/button.tsx'
import { Checkbox } from '../../ui/choice.tsx'
import { errorStyle, TextField } from '../../ui/field.tsx'
import { type Option, Select } from '../../ui/select.tsx'
import { type ClaimDraft, possibleOutputs, withSource } from './claim-values.ts'
import { nameOfSource } from './source-name.ts'

const texts = t.claims

const sources: readonly Option<ClaimDraft['source']>[] = claimSources
  .toSorted((a, b) => Number(b in texts.sources) - Number(a in texts.sources))
  .map((value) => ({ value, label: nameOfSource(value) }))

interface ClaimEntryProps {
  readonly owner: ClaimOwner
  /** 1-based. */
  readonly number: string
  readonly draft: ClaimDraft
  readonly groups: readonly string[]
  readonly onChange: (draft: ClaimDraft) => void
  readonly onRemove: () => void
  /** Undefined for the first entry. */
  readonly onMoveUp: (() => void) | undefined
  /** Returns the error of a member; of the whole entry for an empty name. */
  readonly errorOf: (member: string) => string | undefined
}

export function ClaimEntry(props: ClaimEntryProps) {
  const { owner, number, draft, groups, onChange, onRemove, onMoveUp, errorOf } = props
  const set = (changes: Partial<ClaimDraft>) => onChange({ ...draft, ...changes })
  return (
    <fieldset className="grid gap-4 rounded-lg bg-sunken/50 p-3 ring-1 ring-inset ring-line sm:p-4">
      <legend className="sr-only">{texts.entry(number)}</legend>
      <div className="flex items-center justify-between gap-2">
        <span className="font-medium" aria-hidden>
          {texts.entry(number)}
        </span>
        <span className="flex gap-1">
          {onMoveUp && (
            <IconButton
              label={texts.up(number)}
              icon={<ArrowUp size={15} aria-hidden />}
              onPress={onMoveUp}
            />
          )}
          <IconButton label={texts.remove(number)} icon={<X size={15} aria-hidden />} onPress={onRemove} />
        </span>
      </div>
      <div className="grid items-start gap-4 sm:grid-cols-2">
        <TextField
          label={texts.claim}
          value={draft.claim}
          onChange={(claim) => set({ claim })}
          error={errorOf('claim')}
          spellCheck="false"
          mono
        />
        <Select
          label={texts.source}
          options={sources}
          value={draft.source}
          onChange={(source) => onChange(withSource(owner, draft, source))}
          error={errorOf('source')}
        />
        <Detail draft={draft} set={set} errorOf={errorOf} />
        <TextField
          label={texts.scope}
          value={draft.scope}
          onChange={(scope) => set({ scope })}
          error={errorOf('condition.scope') ?? errorOf('condition')}
          spellCheck="false"
          optional
          mono
        />
        <TextField
          label={texts.group}
          value={draft.group ?? ''}
          onChange={(group) => set({ group })}
          error={errorOf('condition.group')}
          hint={draft.group === null ? texts.deletedGroup : undefined}
          placeholder={draft.group === null ? '' : texts.anyone}
          suggestions={groups}
          spellCheck="false"
          optional
        />
      </div>
      {owner !== 'api' && <Outputs owner={owner} draft={draft} set={set} error={errorOf('in')} />}
      {errorOf('') && <span className={errorStyle}>{errorOf('')}</span>}
    </fieldset>
  )
}

interface PartProps {
  readonly draft: ClaimDraft
  readonly set: (changes: Partial<ClaimDraft>) => void
}

function Detail({ draft, set, errorOf }: PartProps & Pick<ClaimEntryProps, 'errorOf'>) {
  const { source, detail } = draft
  if (source !== 'fixed' && source !== 'storedClaim') return null
  const isFixed = source === 'fixed'
  return (
    <div className="sm:col-span-2">
      <TextField
        label={isFixed ? texts.value : texts.storedClaim}
        hint={isFixed ? texts.valueHint : undefined}
        value={detail}
        onChange={(text) => set({ detail: text })}
        error={errorOf(isFixed ? 'value' : 'storedClaim')}
        spellCheck="false"
        mono
      />
    </div>
  )
}

const Outputs = ({
  owner,
  draft,
  set,
  error,
}: PartProps & { readonly owner: ClaimOwner; readonly error: string | undefined }) => (
  <Group aria-label={texts.outputs} className="grid gap-1">
    <span className="font-medium" aria-hidden>
      {texts.outputs}
    </span>
    <div className="flex flex-wrap gap-x-5">
      {possibleOutputs(owner, draft.source).map((output) => (
        <Checkbox
          key={output}
          label={texts.outputNames[output]}
          isSelected={draft.outputs.includes(output)}
          onChange={(isSelected) =>
            set({
              outputs: isSelected
                ? [...draft.outputs, output]
                : draft.outputs.filter((each) => each !== output),
            })
          }
        />
      ))}
    </div>
    {error && <span className={errorStyle}>{error}</span>}
  </Group>
)
