import type { MemberRole } from '@signet/contracts'
import { AdministratorChoice } from '../../components/administrator-choice.tsx'
import { FormDialog } from '../../components/form-dialog.tsx'
import { t } from '../../texts/index.ts'
import type { Team } from './refusals.ts'
import { RoleSelect } from './role-select.tsx'

/** Lets super administrators add an existing administrator. */
export const AddMember = ({ team }: { team: Team }) => (
  <FormDialog
    label={t.teams.addTitle}
    size="sm"
    kind="quiet"
    refusal={null}
    title={t.teams.addTitle}
    text={t.teams.addText}
    operation="team_member_add"
    initial={{ userId: '', role: 'member' as MemberRole }}
    toInput={(values) => ({ teamId: team.id, ...values })}
    check={({ userId }) => ({ userId: userId ? undefined : t.problems.fillIn })}
    fields={['userId', 'role']}
    submitLabel={t.common.add}
    done={t.teams.added}
  >
    {({ values, set, errorAt }) => (
      <>
        <AdministratorChoice
          label={t.teams.administrator}
          searchLabel={t.teams.findAdministrator}
          without={new Set(team.members.map((member) => member.userId))}
          value={values.userId}
          onChange={(userId) => set({ userId })}
          error={errorAt('userId')}
        />
        <RoleSelect value={values.role} onChange={(role) => set({ role })} error={errorAt('role')} />
      </>
    )}
  </FormDialog>
)
