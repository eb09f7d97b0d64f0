import { Ellipsis } from 'lucide-react'
import { useState } from 'react'
import { undoBy, useChange } from '../../components/change-button.tsx'
import { ConfirmOperation } from '../../components/confirm-operation.tsx'
import { OpenFormDialog } from '../../components/form-dialog.tsx'
import { t } from '../../texts/index.ts'
import { IconButton } from '../../ui/button.tsx'
import { Menu, MenuItem } from '../../ui/menu.tsx'
import { toast } from '../../ui/toast.ts'
import { memberRefusal, type Team } from './refusals.ts'
import { RoleSelect } from './role-select.tsx'

interface MemberProps {
  readonly team: Team
  readonly member: Team['members'][number]
}

/** Offers Undo after a removal, or a confirmation when the caller could not add the member again. */
export function MemberMenu({ team, member, isOwn }: MemberProps & { readonly isOwn: boolean }) {
  const { userId, email, role } = member
  const [opened, open] = useState<'role' | 'removal' | null>(null)
  const close = (): void => open(null)
  const refusal = memberRefusal(team, member)
  const refused = refusal === null ? {} : { note: refusal, isDisabled: true }
  const removal = { operation: 'team_member_remove', input: { teamId: team.id, userId } } as const
  const { change, confirmation } = useChange({
    ...removal,
    label: t.common.remove,
    done: t.teams.removed(email),
    undo: undoBy('team_member_add', { teamId: team.id, userId, role }),
  })
  const asks = isOwn || !team.can.addExisting
  const label = `${t.common.more}: ${email}`
  return (
    <>
      <Menu
        label={label}
        placement="bottom end"
        trigger={<IconButton label={label} icon={<Ellipsis size={16} aria-hidden />} />}
      >
        <MenuItem text={t.teams.changeRole} onAction={() => open('role')} {...refused} />
        <MenuItem
          danger
          text={t.common.remove}
          onAction={asks ? () => open('removal') : change}
          {...refused}
        />
      </Menu>
      {confirmation}
      {opened === 'role' && <RoleDialog team={team} member={member} onClose={close} />}
      {opened === 'removal' && (
        <ConfirmOperation
          {...removal}
          title={t.teams.removeTitle(email)}
          confirmLabel={t.common.remove}
          consequence={t.teams.removeText}
          onDone={() => {
            close()
            toast(t.teams.removed(email))
          }}
          onClose={close}
        />
      )}
    </>
  )
}

const RoleDialog = ({ team, member, onClose }: MemberProps & { readonly onClose: () => void }) => {
  const { userId, email, role } = member
  return (
    <OpenFormDialog
      label={t.teams.changeRole}
      refusal={null}
      title={t.teams.changeRole}
      text={t.teams.changeRoleText(email)}
      operation="team_member_update"
      initial={{ role }}
      toInput={(values) => ({ teamId: team.id, userId, ...values })}
      fields={['role']}
      submitLabel={t.teams.changeRole}
      done={t.teams.roleChanged(email)}
      undo={undoBy('team_member_update', { teamId: team.id, userId, role })}
      onClose={onClose}
    >
      {({ values, set, errorAt }) => (
        <RoleSelect value={values.role} onChange={(next) => set({ role: next })} error={errorAt('role')} />
      )}
    </OpenFormDialog>
  )
}
