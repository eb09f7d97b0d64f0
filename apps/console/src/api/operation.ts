import { listPage } from '@signet/contracts'
import {
  keepPreviousData,
  MutationCache,
  QueryCache,
  QueryClient,
  queryOptions,
  useQuery,
  useSuspenseQuery,
} from '@tanstack/react-query'
import { type Input, type ReadName, read } from './client.ts'
import { isCode, problemOf } from './problem.ts'
import { sessionEnded } from './session.ts'

const noticeEndedSession = (error: unknown): void => {
  if (isCode(error, 'unauthenticated')) sessionEnded()
}

export function createQueryClient(): QueryClient {
  return new QueryClient({
    // A failure of the first `whoami` shows the sign-in page instead.
    queryCache: new QueryCache({
      onError: (error, { queryKey }) => queryKey[0] !== 'whoami' && noticeEndedSession(error),
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

/** The key begins with the name, from which a change finds the noun. */
export const operationQuery = <N extends ReadName>(name: N, input: Input<N>) =>
  queryOptions({
    queryKey: [name, input] as const,
    queryFn: ({ signal }) => read(name, input, signal),
  })

/** The first page of a list without search parameters. */
export const firstPageQuery = <N extends ReadName>(name: N, input: Input<N>) =>
  operationQuery(name, { ...input, count: listPage.default })

/** A read that the route's loader has awaited. */
export const useOperation = <N extends ReadName>(name: N, input: Input<N>) =>
  useSuspenseQuery(operationQuery(name, input)).data

/** A read whose previous page stays visible while the next one loads. */
export const useOperationPage = <N extends ReadName>(name: N, input: Input<N>, enabled = true) =>
  useQuery({ ...operationQuery(name, input), placeholderData: keepPreviousData, enabled })
