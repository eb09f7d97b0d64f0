import { useState } from 'react'
import { useOperationPage } from '../../api/operation.ts'
import { FormDialog } from '../../components/form-dialog.tsx'
import { t } from '../../texts/index.ts'
import { RadioCards } from '../../ui/choice.tsx'
import { SearchBox } from '../../ui/search-box.tsx'
import type { Team } from './refusals.ts'
import { RoleSelect } from './role-select.tsx'

/** Super administrators add somebody who administers this instance already. */
export const AddMember = ({ team }: { team: Team }) => (
  <FormDialog
    label={t.teams.addTitle}
    size="sm"
    refusal={null}
    title={t.teams.addTitle}
    text={t.teams.addText}
    operation="team_member_add"
    initial={{ userId: '', role: 'member' as 'owner' | 'member' }}
    toInput={(values) => ({ teamId: team.id, ...values })}
    check={({ userId }) => ({ userId: userId ? undefined : t.problems.fillIn })}
    fields={['userId', 'role']}
    submitLabel={t.common.add}
    done={t.teams.added}
  >
    {({ values, set, errorAt }) => (
      <>
        <Choice
          team={team}
          value={values.userId}
          onChange={(userId) => set({ userId })}
          error={errorAt('userId')}
        />
        <RoleSelect value={values.role} onChange={(role) => set({ role })} error={errorAt('role')} />
      </>
    )}
  </FormDialog>
)

interface ChoiceProps {
  readonly team: Team
  readonly value: string
  readonly onChange: (userId: string) => void
  readonly error: string | undefined
}

const shown = 6

function Choice({ team, value, onChange, error }: ChoiceProps) {
  const [q, setQ] = useState('')
  const found = useOperationPage('admin_list', { count: 20, ...(q ? { q } : {}) }).data?.administrators ?? []
  const present = new Set(team.members.map(({ userId }) => userId))
  const choices = found.filter(({ id, active }) => active && !present.has(id)).slice(0, shown)
  return (
    <>
      <div className="flex">
        <SearchBox
          label={t.teams.findAdministrator}
          placeholder={t.teams.findAdministrator}
          value={q}
          onChange={setQ}
        />
      </div>
      <RadioCards
        label={t.teams.administrator}
        cards={choices.map(({ id, email, superAdministrator }) => ({
          value: id,
          title: email,
          text: superAdministrator ? t.shell.superAdministrator : t.shell.administrator,
        }))}
        value={value}
        onChange={onChange}
        error={error}
      />
    </>
  )
}
