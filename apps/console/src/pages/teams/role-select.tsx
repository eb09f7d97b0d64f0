import { type MemberRole, teamRoles } from '@signet/contracts'
import { t } from '../../texts/index.ts'
import { Select } from '../../ui/select.tsx'

interface RoleSelectProps {
  readonly value: MemberRole
  readonly onChange: (role: MemberRole) => void
  readonly error?: string | undefined
}

export const RoleSelect = (props: RoleSelectProps) => (
  <Select
    {...props}
    label={t.teams.role}
    name="role"
    options={teamRoles.toReversed().map((value) => ({
      value,
      label: t.shell.teamRoles[value],
      hint: t.teams.roleTexts[value],
    }))}
  />
)
