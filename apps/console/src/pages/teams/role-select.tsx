import { t } from '../../texts/index.ts'
import { Select } from '../../ui/select.tsx'

type Role = 'owner' | 'member'

interface RoleSelectProps {
  readonly value: Role
  readonly onChange: (role: Role) => void
  readonly error?: string | undefined
}

export const RoleSelect = (props: RoleSelectProps) => (
  <Select
    {...props}
    label={t.teams.role}
    name="role"
    options={(['member', 'owner'] as const).map((value) => ({ value, label: t.shell.teamRoles[value] }))}
  />
)
