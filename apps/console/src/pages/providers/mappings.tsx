import { useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import type { Input } from '../../api/client.ts'
import { operationQuery } from '../../api/operation.ts'
import { EditCard } from '../../components/edit-card.tsx'
import type { FormState } from '../../components/form.tsx'
import { FormText } from '../../components/form-text.tsx'
import { t } from '../../texts/index.ts'
import { Notice } from '../../ui/notice.tsx'
import { type Pair, PairList } from '../../ui/pair-list.tsx'
import type { Provider } from './texts.ts'

const texts = t.providers.mappings

const valuesOf = ({ groupsClaim, groupMappings, claimMappings }: Provider) => ({
  groupsClaim: groupsClaim ?? '',
  groups: groupMappings.map(({ value, group }): Pair => [value, group]) as readonly Pair[],
  claims: claimMappings.map(({ claim, name }): Pair => [claim, name]) as readonly Pair[],
})
type Values = ReturnType<typeof valuesOf>

const filled = (pairs: readonly Pair[]): Pair[] =>
  pairs.map(([from, to]): Pair => [from.trim(), to.trim()]).filter(([from, to]) => from || to)

function inputOf(
  at: { readonly projectId: string; readonly providerId: string },
  { groupsClaim, groups, claims }: Values,
): Input<'federation_provider_update'> {
  return {
    ...at,
    groupsClaim: groupsClaim.trim() || null,
    groupMappings: filled(groups).map(([value, group]) => ({ value, group })),
    claimMappings: filled(claims).map(([claim, name]) => ({ claim, name })),
  }
}

/** Returns the error of a pair: of one of its members, or of the list at -1. */
const errorIn = (form: FormState<Values>, list: string, members: Pair) => (index: number) =>
  index < 0
    ? form.errorAt(list)
    : members.map((member) => form.errorAt(`${list}.${index}.${member}`)).find(Boolean)

export function ProviderMappings({ provider, refusal }: { provider: Provider; refusal: string | null }) {
  const { projectId } = useParams({ from: '/shell/projects/$projectId/providers/$providerId' })
  const { data } = useQuery(operationQuery('project_group_list', { projectId }))
  const names = data?.groups.filter(({ connection }) => !connection).map(({ displayName }) => displayName)
  return (
    <EditCard
      title={texts.title}
      text={texts.text}
      label={texts.title}
      operation="federation_provider_update"
      initial={valuesOf(provider)}
      toInput={(values) => inputOf({ projectId, providerId: provider.id }, values)}
      fields={['groupsClaim', 'groupMappings', 'claimMappings']}
      refusal={refusal}
      saveLabel={texts.save}
      done={t.providers.saved}
      question={t.providers.changeTitle}
    >
      {(form) => (
        <>
          {provider.managedGroups.length > 0 && (
            <Notice tone="caution" title={texts.managed}>
              {provider.managedGroups.join(', ')}
            </Notice>
          )}
          <FormText form={form} name="groupsClaim" label={texts.claim} hint={texts.claimHint} optional mono />
          <PairList
            label={texts.groups}
            names={[texts.value, texts.group]}
            pairs={form.values.groups}
            onChange={(groups) => form.set({ groups })}
            errorOf={errorIn(form, 'groupMappings', ['value', 'group'])}
            hint={texts.groupsHint}
            addLabel={texts.addGroup}
            max={200}
            suggestions={names ?? []}
          />
          <PairList
            label={texts.claims}
            names={[texts.theirs, texts.ours]}
            pairs={form.values.claims}
            onChange={(claims) => form.set({ claims })}
            errorOf={errorIn(form, 'claimMappings', ['claim', 'name'])}
            hint={texts.claimsHint}
            addLabel={texts.addClaim}
            max={50}
          />
        </>
      )}
    </EditCard>
  )
}
