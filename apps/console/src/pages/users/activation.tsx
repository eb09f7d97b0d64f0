import { ChangeButton, ConfirmButton, undoBy } from '../../components/change-button.tsx'
import { t } from '../../texts/index.ts'
import type { UserSectionProps } from './user.ts'

/** The confirmation of a deactivation. */
export const deactivation = ({ projectId, user }: Pick<UserSectionProps, 'projectId' | 'user'>) =>
  ({
    operation: 'project_user_update',
    input: { projectId, userId: user.id, active: false },
    danger: false,
    consequence: t.users.deactivateText,
    title: t.users.deactivateTitle(user.email),
    confirmLabel: t.users.deactivate,
  }) as const

/** Only deactivating ends the user's sessions and needs a confirmation; activating can be undone. */
export function Activation({ projectId, user, refusal }: UserSectionProps) {
  const input = { projectId, userId: user.id }
  if (!user.active)
    return (
      <ChangeButton
        operation="project_user_update"
        input={{ ...input, active: true }}
        refusal={refusal ?? (user.status === 'locked' ? t.users.isLocked : null)}
        done={t.users.activated(user.email)}
        undo={undoBy('project_user_update', { ...input, active: false })}
      >
        {t.users.activate}
      </ChangeButton>
    )
  return (
    <ConfirmButton
      label={t.users.deactivate}
      kind="secondary"
      refusal={refusal}
      {...deactivation({ projectId, user })}
      done={t.users.deactivated(user.email)}
    />
  )
}
