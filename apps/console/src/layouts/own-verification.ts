import { useOperationMutation } from '../api/operation.ts'
import { problemOf } from '../api/problem.ts'
import { toast } from '../ui/toast.tsx'

/** Asks for the message that proves the administrator's own address; the link in it does the rest. */
export function useOwnVerification() {
  const { mutate } = useOperationMutation('own_verification_send')
  return () =>
    mutate(
      {},
      {
        onSuccess: ({ email }) => toast(`A message is on its way to ${email}. Follow the link in it.`),
        onError: (error) => toast(problemOf(error).title),
      },
    )
}
