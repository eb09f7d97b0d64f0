import { useState } from 'react'
import type { Answer } from '../../api/client.ts'
import type { FormState } from '../../components/form.tsx'
import { LastDay } from '../../components/last-day.tsx'
import { t } from '../../texts/index.ts'
import { Disclosure } from '../../ui/disclosure.tsx'
import { Select } from '../../ui/select.tsx'
import type { LimitValues } from './limits-values.ts'
import { ProjectsField } from './projects-field.tsx'

export type LimitsForm = Pick<FormState<LimitValues>, 'values' | 'errorAt' | 'errorsWithin'> & {
  readonly set: (values: Partial<LimitValues>) => void
}

export type Team = Answer<'team_list'>['teams'][number]

const bounds = ['teamId', 'projectIds', 'expiresAt']

/** Teams, projects and the last day of the agent, closed unless one of them is limited. */
export function ReachFields({ form, teams }: { form: LimitsForm; teams: readonly Team[] }) {
  const { values, set, errorAt, errorsWithin } = form
  const isLimited = values.teamId !== '' || values.projectIds.length > 0 || values.expires !== ''
  const [isOpen, setOpen] = useState(isLimited)
  return (
    <Disclosure
      summary={t.agents.reach}
      isOpen={isOpen || bounds.some((name) => errorsWithin(name))}
      onToggle={setOpen}
    >
      <Select
        label={t.agents.team}
        options={[
          { value: '', label: t.agents.anyTeam },
          ...teams.map(({ id, name }) => ({ value: id, label: name })),
        ]}
        value={values.teamId}
        onChange={(teamId) => set({ teamId })}
        error={errorAt('teamId')}
      />
      <ProjectsField
        value={values.projectIds}
        onChange={(projectIds) => set({ projectIds })}
        error={errorsWithin('projectIds')}
      />
      <LastDay value={values.expires} onChange={(expires) => set({ expires })} error={errorAt('expiresAt')} />
    </Disclosure>
  )
}
