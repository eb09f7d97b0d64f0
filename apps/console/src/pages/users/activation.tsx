import { ChangeButton, ConfirmButton } from '../../components/change-button.tsx'
import type { UserAnswer } from './detail.tsx'

interface ActivationProps {
  readonly projectId: string
  readonly user: UserAnswer
  readonly refusal: string | null
}

/** Deactivating ends what the person is doing, so it is asked first; activating only lets them sign in again. */
export function Activation({ projectId, user, refusal }: ActivationProps) {
  const input = { projectId, userId: user.id }
  if (!user.active)
    return (
      <ChangeButton
        operation="project_user_update"
        input={{ ...input, active: true }}
        refusal={refusal ?? (user.status === 'locked' ? 'The account is locked.' : null)}
        done={`${user.email} can sign in again.`}
      >
        Activate
      </ChangeButton>
    )
  return (
    <ConfirmButton
      label="Deactivate"
      refusal={refusal}
      operation="project_user_update"
      input={{ ...input, active: false }}
      consequence="Every session and token ends now, and applications registered for it are told. Activating the account later restores the sign-in only."
      title={`Deactivate ${user.email}?`}
      confirmLabel="Deactivate"
      done={`${user.email} was deactivated.`}
    />
  )
}
