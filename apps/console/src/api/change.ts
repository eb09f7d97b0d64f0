import operations from 'virtual:operations'
import type { OperationName } from '@signet/contracts'
import { type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query'
import { sendChange } from './call.ts'
import type { ChangeName, Input, Outcome } from './client.ts'
import { etagFor, forgetEtag, readAt, replaceEtag } from './etags.ts'
import { nounsTouchedBy } from './nouns.ts'
import { isPreview } from './preview.ts'
import { problemOf } from './problem.ts'

export const change = <N extends ChangeName>(name: N, input: Input<N>) =>
  sendChange(name, input).then((outcome) => {
    forgetEtag(name, input as object as Readonly<Record<string, unknown>>)
    return outcome
  }) as Promise<Outcome<N>>

/** Sends an edit that is rejected when its object changed since its last read. */
async function edit<N extends ChangeName>(name: N, input: Input<N>): Promise<Outcome<N>> {
  const fields = input as object as Readonly<Record<string, unknown>>
  const outcome = (await sendChange(name, input, etagFor(name, fields))) as Outcome<N>
  // A preview changes nothing, so that the confirmation expects the same object.
  if (!('consequences' in (outcome as object))) forgetEtag(name, fields)
  return outcome
}

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
  queryClient.setQueryData([read, Object.fromEntries(ids)], current)
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
  void invalidateNouns(queryClient, nounsTouchedBy(operations[name].noun), refetchType)
}

const isOperation = (key: string): key is OperationName => Object.hasOwn(operations, key)

/** Repeats the reads of operations of the nouns, and those whose key begins with a noun. */
export const invalidateNouns = (
  queryClient: QueryClient,
  nouns: readonly string[],
  refetchType: 'none' | 'active' = 'active',
): Promise<void> =>
  queryClient.invalidateQueries({
    predicate: ({ queryKey: [first] }) => {
      const key = String(first)
      return nouns.includes(isOperation(key) ? operations[key].noun : key)
    },
    refetchType,
  })
