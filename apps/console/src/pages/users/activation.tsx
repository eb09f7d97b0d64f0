import { useState } from 'react'
import { useOperationMutation } from '../../api/operation.ts'
import { problemOf } from '../../api/problem.ts'
import { ConfirmOperation } from '../../components/confirm-operation.tsx'
import { Permitted } from '../../components/permitted.tsx'
import { toast } from '../../ui/toast.tsx'
import type { UserAnswer } from './detail.tsx'

interface ActivationProps {
  readonly projectId: string
  readonly user: UserAnswer
  readonly refusal: string | null
}

/** Deactivating ends what the person is doing, so it is asked first; activating only lets them sign in again. */
export function Activation({ projectId, user, refusal }: ActivationProps) {
  const [isAsking, setAsking] = useState(false)
  const activate = useOperationMutation('project_user_update')
  const input = { projectId, userId: user.id }
  if (!user.active)
    return (
      <Permitted
        refusal={refusal ?? (user.status === 'locked' ? 'The account is locked.' : null)}
        isPending={activate.isPending}
        onPress={() =>
          activate.mutate(
            { ...input, active: true },
            {
              onSuccess: () => toast(`${user.email} can sign in again.`),
              onError: (error) => toast(problemOf(error).detail),
            },
          )
        }
      >
        Activate
      </Permitted>
    )
  return (
    <>
      <Permitted kind="danger-quiet" refusal={refusal} onPress={() => setAsking(true)}>
        Deactivate
      </Permitted>
      {isAsking && (
        <ConfirmOperation
          operation="project_user_update"
          input={{ ...input, active: false }}
          consequence="Every session and token ends now, and applications registered for it are told. Activating the account later restores the sign-in only."
          title={`Deactivate ${user.email}?`}
          confirmLabel="Deactivate"
          onDone={() => {
            setAsking(false)
            toast(`${user.email} was deactivated.`)
          }}
          onClose={() => setAsking(false)}
        />
      )}
    </>
  )
}
