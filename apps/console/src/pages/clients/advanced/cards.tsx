import type { Client, Project } from '@signet/contracts'
import { useState } from 'react'
import { EditCard } from '../../../components/edit-card.tsx'
import { isKeySet } from '../../../components/is-key-set.ts'
import { SecretOnce } from '../../../components/secret-once.tsx'
import type { Section } from '../../../components/sections.tsx'
import { t } from '../../../texts/index.ts'
import { signsPeopleIn } from '../values/presets.ts'
import { AdvancedControl } from './control.tsx'
import { type AdvancedField, type AdvancedGroup, advancedGroups, changesOf, valuesOf } from './fields.ts'

interface AdvancedProps {
  readonly project: Project
  readonly client: Client
  readonly refusal: string | null
}

const forPeople: readonly AdvancedGroup[] = ['appearance', 'signOut']
const rare: readonly AdvancedGroup[] = ['authentication', 'grants', 'security', 'subjects']

export const advancedSections = (props: AdvancedProps): readonly Section[] => [
  ...(signsPeopleIn(props.client) ? forPeople : []).map((group) => sectionOf(props, group)),
  ...rare.map((group, index) => ({
    ...sectionOf(props, group),
    ...(index === 0 ? { heading: t.clients.advanced.title } : {}),
  })),
]

const sectionOf = (props: AdvancedProps, group: AdvancedGroup): Section => ({
  id: group,
  title: t.clients.advanced.groups[group].title,
  content: <GroupCard key={`${group} of ${props.client.clientId}`} {...props} group={group} />,
})

function GroupCard({ project, client, refusal, group }: AdvancedProps & { readonly group: AdvancedGroup }) {
  const [secret, setSecret] = useState<string | null>(null)
  const { title, text } = t.clients.advanced.groups[group]
  const fields: readonly AdvancedField[] = advancedGroups[group]
  return (
    <>
      <EditCard
        key={client.clientId}
        title={title}
        text={text}
        label={title}
        operation="client_update"
        initial={valuesOf(client, fields)}
        toInput={(values) => ({
          projectId: project.id,
          clientId: client.clientId,
          ...changesOf(client, values),
        })}
        check={({ jwks = '' }) => ({
          jwks: isKeySet(String(jwks)) ? undefined : t.clients.advanced.keysProblem,
        })}
        fields={fields}
        refusal={refusal}
        saveLabel={t.common.save}
        done={(changed) => {
          if ('clientSecret' in changed) setSecret(changed.clientSecret ?? null)
          return t.clients.saved
        }}
      >
        {(form) =>
          fields.map((field) => (
            <AdvancedControl key={field} form={form} field={field} isDisabled={refusal !== null} />
          ))
        }
      </EditCard>
      {secret !== null && (
        <SecretOnce
          title={t.clients.newSecret}
          issuer={project.issuer}
          clientId={client.clientId}
          clientSecret={secret}
          onClose={() => setSecret(null)}
        />
      )}
    </>
  )
}
