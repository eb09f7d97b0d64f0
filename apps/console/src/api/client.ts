import type { AnswerOf, OperationName, Operations, PreviewOf, RequestOf } from '@signet/contracts'
import { sendRead } from './call.ts'

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
export const read = <N extends ReadName>(name: N, input: Input<N>, signal?: AbortSignal) =>
  sendRead(name, input, signal) as Promise<Answer<N>>
