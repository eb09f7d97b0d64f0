import { type ClaimOwner, type DeclaredClaim, limits } from '@signet/contracts'
import { useQuery } from '@tanstack/react-query'
import { Plus } from 'lucide-react'
import type { Input } from '../../api/client.ts'
import { operationQuery } from '../../api/operation.ts'
import { t } from '../../texts/index.ts'
import { Button } from '../../ui/button.tsx'
import { errorStyle } from '../../ui/field.tsx'
import { EditCard } from '../edit-card.tsx'
import type { FormState } from '../form.tsx'
import type { Section } from '../sections.tsx'
import { ClaimEntry } from './claim-entry.tsx'
import { type ClaimDraft, newDraft, toDraft, toEntry } from './claim-values.ts'

const texts = t.claims

interface Values {
  readonly claims: readonly ClaimDraft[]
}

type Update = 'client_update' | 'resource_update' | 'project_update'

interface ClaimsCardProps<N extends Update> {
  readonly owner: ClaimOwner
  readonly operation: N
  readonly at: Omit<Input<N>, 'declaredClaims'> & { readonly projectId: string }
  readonly list: readonly DeclaredClaim[]
  readonly refusal: string | null
}

export const claimsSection = <N extends Update>(props: ClaimsCardProps<N>): Section => ({
  id: 'claims',
  title: texts.title,
  // Another object has a card of its own, so that it does not keep the typed values.
  content: <ClaimsCard key={JSON.stringify(props.at)} {...props} />,
})

export function ClaimsCard<N extends Update>({ owner, operation, at, list, refusal }: ClaimsCardProps<N>) {
  const { projectId } = at
  const { data } = useQuery(operationQuery('project_group_list', { projectId }))
  const groups = data?.groups.map(({ displayName }) => displayName) ?? []
  return (
    <EditCard
      title={texts.title}
      text={texts.text[owner]}
      label={texts.title}
      operation={operation}
      initial={{ claims: list.map((entry) => toDraft(owner, entry)) } as Values}
      toInput={({ claims }) =>
        ({ ...at, declaredClaims: claims.map((draft) => toEntry(owner, draft)) }) as unknown as Input<N>
      }
      fields={['declaredClaims']}
      refusal={refusal}
      saveLabel={texts.save}
      done={texts.saved}
    >
      {(form) => <ClaimList owner={owner} form={form} groups={groups} />}
    </EditCard>
  )
}

interface ClaimListProps {
  readonly owner: ClaimOwner
  readonly form: FormState<Values>
  readonly groups: readonly string[]
}

function ClaimList({ owner, form, groups }: ClaimListProps) {
  const { claims } = form.values
  const whole = form.errorAt('declaredClaims')
  const replace = (index: number, ...drafts: readonly ClaimDraft[]) =>
    form.set({ claims: claims.toSpliced(index, drafts.length || 1, ...drafts) })
  return (
    <div className="grid gap-3">
      {claims.length === 0 && <p className="text-quiet">{texts.none}</p>}
      {claims.map((draft, index) => {
        const before = claims[index - 1]
        return (
          <ClaimEntry
            key={index}
            owner={owner}
            number={String(index + 1)}
            draft={draft}
            groups={groups}
            onChange={(next) => replace(index, next)}
            onRemove={() => replace(index)}
            onMoveUp={before && (() => replace(index - 1, draft, before))}
            errorOf={(member) => form.errorAt(`declaredClaims.${index}${member && `.${member}`}`)}
          />
        )
      })}
      {whole && <span className={errorStyle}>{whole}</span>}
      <Button
        kind="quiet"
        size="sm"
        className="-ml-2 justify-self-start"
        icon={<Plus size={14} aria-hidden />}
        isDisabled={claims.length >= limits.declaredClaims.entries}
        onPress={() => form.set({ claims: [...claims, newDraft(owner)] })}
      >
        {texts.add}
      </Button>
    </div>
  )
}
