import { useState } from 'react'
import { ConfirmOperation } from '../../components/confirm-operation.tsx'
import type { HeadAction } from '../../components/head-menu.tsx'
import { t } from '../../texts/index.ts'
import { toast } from '../../ui/toast.ts'
import { deactivation } from './activation.tsx'
import type { UserSectionProps } from './user.ts'

interface UserMenuProps extends UserSectionProps {
  /** Reason of the changes that only the directory of a managed user may make. */
  readonly changeRefusal: string | null
}

/** Returns the entries of the menu, and the confirmation of a deactivation. */
export function useUserMenu({ changeRefusal, ...section }: UserMenuProps) {
  const { user, refusal, supportRefusal } = section
  const [isDeactivating, setDeactivating] = useState(false)
  const deactivate = {
    text: t.users.purposes.deactivate,
    refusal,
    onAction: () => setDeactivating(true),
  }
  const menu: readonly HeadAction[] = [
    { text: t.users.signOut, refusal: supportRefusal, opens: 'project_user_sign_out' },
    ...(user.active ? [deactivate] : []),
    ...(user.status === 'locked'
      ? []
      : [{ text: t.users.purposes.lock, refusal, opens: 'project_user_lock' } as const]),
    { danger: true, text: t.users.erase, refusal: changeRefusal, opens: 'project_user_erase' },
    { danger: true, text: t.users.deleteLabel, refusal: changeRefusal, opens: 'project_user_delete' },
  ]
  const confirmation = isDeactivating && (
    <ConfirmOperation
      {...deactivation(section)}
      onDone={() => {
        setDeactivating(false)
        toast(t.users.deactivated(user.email))
      }}
      onClose={() => setDeactivating(false)}
    />
  )
  return { menu, confirmation }
}
