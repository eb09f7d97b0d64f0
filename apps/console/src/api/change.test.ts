import { expect, test } from 'vitest'
import { invalidateNouns } from './change.ts'
import { createQueryClient, operationQuery } from './operation.ts'

test('the reads of a noun are stale after its invalidation, and those of other nouns are not', async () => {
  const queryClient = createQueryClient()
  const client = operationQuery('client_get', { projectId: 'project_a', clientId: 'client_a' }).queryKey
  const user = operationQuery('project_user_list', { projectId: 'project_a' }).queryKey
  const history = ['audit', 'setting-history'] as const
  for (const key of [client, user, history]) queryClient.setQueryData<unknown>(key, {})
  await invalidateNouns(queryClient, ['clients', 'audit'])
  const isStale = (key: readonly unknown[]) => queryClient.getQueryState(key)?.isInvalidated
  expect([client, user, history].map(isStale)).toEqual([true, false, true])
})
