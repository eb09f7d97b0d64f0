import { useNavigate } from '@tanstack/react-router'
import { Ellipsis } from 'lucide-react'
import { useState } from 'react'
import { ConfirmOperation } from '../../components/confirm-operation.tsx'
import { t } from '../../texts/index.ts'
import { IconButton } from '../../ui/button.tsx'
import { Menu, MenuItem, MenuSeparator } from '../../ui/menu.tsx'
import { toast } from '../../ui/toast.ts'
import { deactivation } from './activation.tsx'
import type { UserSectionProps } from './user.ts'

interface ChoiceProps {
  readonly text: string
  readonly refusal: string | null
  readonly danger?: boolean
  readonly onAction: () => void
}

const Choice = ({ refusal, ...item }: ChoiceProps) => (
  <MenuItem {...item} {...(refusal === null ? {} : { note: refusal, isDisabled: true })} />
)

interface UserMenuProps extends UserSectionProps {
  /** Reason of the changes that only the directory of a managed user may make. */
  readonly changeRefusal: string | null
}

/** Opens the dialogs of the tab Access from every tab. */
export function UserMenu({ changeRefusal, ...section }: UserMenuProps) {
  const { user, refusal, supportRefusal } = section
  const navigate = useNavigate()
  const [isDeactivating, setDeactivating] = useState(false)
  const open = (operation: string) => () =>
    void navigate({
      to: '.',
      search: (search) => ({ ...search, tab: 'access', do: operation }),
      replace: true,
    })
  return (
    <>
      <Menu
        label={t.users.more}
        placement="bottom end"
        trigger={
          <IconButton
            label={t.users.more}
            icon={<Ellipsis size={16} aria-hidden />}
            className="h-8.5 w-8.5 bg-raised ring-1 ring-inset ring-line"
          />
        }
      >
        <Choice text={t.users.signOut} refusal={supportRefusal} onAction={open('project_user_sign_out')} />
        {user.active && (
          <Choice
            text={t.users.purposes.deactivate}
            refusal={refusal}
            onAction={() => setDeactivating(true)}
          />
        )}
        {user.status !== 'locked' && (
          <Choice text={t.users.purposes.lock} refusal={refusal} onAction={open('project_user_lock')} />
        )}
        <MenuSeparator />
        <Choice danger text={t.users.erase} refusal={changeRefusal} onAction={open('project_user_erase')} />
        <Choice
          danger
          text={t.users.deleteLabel}
          refusal={changeRefusal}
          onAction={open('project_user_delete')}
        />
      </Menu>
      {isDeactivating && (
        <ConfirmOperation
          {...deactivation(section)}
          onDone={() => {
            setDeactivating(false)
            toast(t.users.deactivated(user.email))
          }}
          onClose={() => setDeactivating(false)}
        />
      )}
    </>
  )
}
