import { ChangeButton, undoBy } from '../../components/change-button.tsx'
import { t } from '../../texts/index.ts'
import { nameOfAccount } from './account-name.ts'
import type { UserSectionProps } from './user.ts'

/** Undoing locks the user again for the same reason. */
export function Unlock({ projectId, user, supportRefusal, refusal }: UserSectionProps) {
  const one = { projectId, userId: user.id }
  const reason = user.lockedLocally?.reason
  return (
    <ChangeButton
      size="sm"
      operation="project_user_unlock"
      input={one}
      refusal={supportRefusal}
      done={t.users.unlocked(nameOfAccount(user))}
      undo={reason && refusal === null ? undoBy('project_user_lock', { ...one, reason }) : undefined}
    >
      {t.users.unlock}
    </ChangeButton>
  )
}
