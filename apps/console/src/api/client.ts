import type {
  AdminRouter,
  AnswerOf,
  OperationName,
  Operations,
  PreviewOf,
  RequestOf,
} from '@signet/contracts'
import { createTRPCUntypedClient, httpLink } from '@trpc/client'
import { takeEarly } from './early.ts'
import { noteEtag } from './noted-etags.ts'

const ifMatchHeader = 'if-match'

type Route<N extends OperationName> = Operations[N]['route']

/** Operations that the client sends as queries. */
export type ReadName = {
  [N in OperationName]: Route<N> extends `GET ${string}` ? N : never
}[OperationName]
export type ChangeName = Exclude<OperationName, ReadName>

export type Input<N extends OperationName> = RequestOf<Operations[N]>
export type Answer<N extends OperationName> = AnswerOf<Operations[N]>
export type Outcome<N extends OperationName> = AnswerOf<Operations[N]> | PreviewOf<Operations[N]>

/** Changes are sent by `change.ts`, so that the first page need not load the facts of operations. */
export const client = createTRPCUntypedClient<AdminRouter>({
  links: [
    httpLink({
      url: '/admin/api/trpc',
      headers: ({ op: { context } }) =>
        typeof context.etag === 'string' ? { [ifMatchHeader]: context.etag } : {},
      async fetch(url, options) {
        const response = await (takeEarly(String(url)) ?? fetch(url, options as RequestInit))
        noteEtag(String(url), response)
        return response
      },
    }),
  ],
})

/** The client is untyped, because the compiler would otherwise evaluate 139 procedure types per call. */
export const read = <N extends ReadName>(name: N, input: Input<N>, signal?: AbortSignal) =>
  client.query(name, input, signal ? { signal } : {}) as Promise<Answer<N>>
