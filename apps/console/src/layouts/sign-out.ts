import { useOperationMutation } from '../api/change.ts'
import { problemOf } from '../api/problem.ts'
import { base } from '../paths.ts'
import { toast } from '../ui/toast.ts'

/** Ends the console session, then the sign-in itself if the server returns an address for it. */
export function useSignOut(): () => void {
  const { mutate } = useOperationMutation('logout')
  return () =>
    mutate(
      {},
      {
        onSuccess: ({ endSessionUrl }) => window.location.assign(endSessionUrl ?? `${base}/`),
        onError: (error) => toast(problemOf(error).detail),
      },
    )
}
