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
import { etagFor, forgetEtag, noteEtag } from './etags.ts'

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

const client = createTRPCUntypedClient<AdminRouter>({
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

export const change = <N extends ChangeName>(name: N, input: Input<N>) =>
  client.mutation(name, input).then((outcome) => {
    forgetEtag(name, input as object as Readonly<Record<string, unknown>>)
    return outcome
  }) as Promise<Outcome<N>>

/** Sends an edit that is rejected when its object changed since its last read. */
export async function edit<N extends ChangeName>(name: N, input: Input<N>): Promise<Outcome<N>> {
  const fields = input as object as Readonly<Record<string, unknown>>
  const outcome = (await client.mutation(name, input, {
    context: { etag: etagFor(name, fields) },
  })) as Outcome<N>
  // A preview changes nothing, so that the confirmation expects the same object.
  if (!('consequences' in (outcome as object))) forgetEtag(name, fields)
  return outcome
}
