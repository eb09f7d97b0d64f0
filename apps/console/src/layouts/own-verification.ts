import { useOperationMutation } from '../api/change.ts'
import { problemOf } from '../api/problem.ts'
import { t } from '../texts/index.ts'
import { toast } from '../ui/toast.ts'

export function useOwnVerification() {
  const { mutate } = useOperationMutation('own_verification_send')
  return () =>
    mutate(
      {},
      {
        onSuccess: ({ email }) => toast(t.shell.verifySent(email)),
        onError: (error) => toast(problemOf(error).title),
      },
    )
}
