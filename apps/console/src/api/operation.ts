import operations from 'virtual:operations'
import { limits } from '@signet/contracts'
import {
  keepPreviousData,
  MutationCache,
  QueryCache,
  QueryClient,
  queryOptions,
  useMutation,
  useQuery,
  useQueryClient,
  useSuspenseQuery,
} from '@tanstack/react-query'
import { type ChangeName, change, edit, type Input, type ReadName, read } from './client.ts'
import { readAt, replaceEtag } from './etags.ts'
import { nounsTouchedBy } from './nouns.ts'
import { isPreview } from './preview.ts'
import { isCode, problemOf } from './problem.ts'
import { sessionEnded } from './session.ts'

const noticeEndedSession = (error: unknown): void => {
  if (isCode(error, 'unauthenticated')) sessionEnded()
}

export function createQueryClient(): QueryClient {
  return new QueryClient({
    // A failure of the first `whoami` shows the sign-in page instead.
    queryCache: new QueryCache({
      onError: (error, { queryKey }) => queryKey[1] !== 'whoami' && noticeEndedSession(error),
    }),
    mutationCache: new MutationCache({ onError: noticeEndedSession }),
    defaultOptions: {
      queries: {
        staleTime: 10_000,
        retry: (failures, error) => failures < 2 && problemOf(error).status === 503,
      },
    },
  })
}

/** The key begins with the noun, so that a change can invalidate by noun. */
export const operationQuery = <N extends ReadName>(name: N, input: Input<N>) =>
  queryOptions({
    queryKey: [operations[name].noun, name, input] as const,
    queryFn: ({ signal }) => read(name, input, signal),
  })

/** The first page of a list without search parameters. */
export const firstPageQuery = <N extends ReadName>(name: N, input: Input<N>) =>
  operationQuery(name, { ...input, count: limits.listPage.default })

/** A read that the route's loader has awaited. */
export const useOperation = <N extends ReadName>(name: N, input: Input<N>) =>
  useSuspenseQuery(operationQuery(name, input)).data

/** A read whose previous page stays visible while the next one loads. */
export const useOperationPage = <N extends ReadName>(name: N, input: Input<N>, enabled = true) =>
  useQuery({ ...operationQuery(name, input), placeholderData: keepPreviousData, enabled })

/** Repeats the reads of the affected nouns after the change. */
export function useOperationMutation<N extends ChangeName>(name: N) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (input: Input<N>) => change(name, input),
    onSuccess: () => invalidate(queryClient, name),
  })
}

/**
 * Changes that are named when they are sent. A preview is confirmed, because an opposite change restores a state that the administrator
 * has just seen.
 */
export function useAnyChange(handlers: {
  readonly onSuccess: () => void
  readonly onError: (error: unknown) => void
}) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: async ({ name, input }: { readonly name: ChangeName; readonly input: object }) => {
      const outcome = await change(name, input as Input<ChangeName>)
      if (!isPreview(outcome)) return
      await change(name, { ...input, confirm: true, expect: outcome.expect } as object as Input<ChangeName>)
    },
    onSuccess(_, { name }) {
      invalidate(queryClient, name)
      handlers.onSuccess()
    },
    onError: handlers.onError,
  }).mutate
}

/**
 * An edit that is rejected when the object changed since it was read. The present object then replaces the earlier one, so that the
 * form shows the difference.
 */
export function useOperationEdit<N extends ChangeName>(name: N) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (input: Input<N>) =>
      edit(name, input).catch((error: unknown) => {
        showPresent(queryClient, name, input as object as Readonly<Record<string, unknown>>, error)
        throw error
      }),
    onSuccess: () => invalidate(queryClient, name),
  })
}

function showPresent(
  queryClient: QueryClient,
  name: ChangeName,
  input: Readonly<Record<string, unknown>>,
  error: unknown,
): void {
  const { code, current, etag } = problemOf(error)
  const read = readAt(name)
  if (code !== 'precondition_failed' || typeof etag !== 'string' || !read) return
  replaceEtag(name, input, etag)
  const ids = [...operations[read].route.matchAll(/:(\w+)/g)].map(([, field = '']) => [field, input[field]])
  queryClient.setQueryData([operations[read].noun, read, Object.fromEntries(ids)], current)
}

/** Deletions after which the list stays open. */
const inPlace: ReadonlySet<ChangeName> = new Set([
  'federation_identity_delete',
  'plan_delete',
  'project_user_bulk_delete',
  'project_user_passkey_delete',
  'project_user_recovery_codes_delete',
  'service_account_delete',
])

/** Other changes after which the page of their object is left. */
const leaving: ReadonlySet<ChangeName> = new Set(['agent_client_withdraw', 'logout', 'project_user_erase'])

/** Skips reading again before the page of a deleted object or of an ended session is left: the reads would fail. */
function invalidate(queryClient: QueryClient, name: ChangeName): void {
  const isLeaving = (name.endsWith('_delete') && !inPlace.has(name)) || leaving.has(name)
  const refetchType = isLeaving ? 'none' : 'active'
  for (const noun of nounsTouchedBy(operations[name].noun))
    void queryClient.invalidateQueries({ queryKey: [noun], refetchType })
}
