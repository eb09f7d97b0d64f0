import type {
  TRPCBuiltRouter,
  TRPCDefaultErrorShape,
  TRPCMutationProcedure,
  TRPCQueryProcedure,
} from '@trpc/server'
import type { Problem } from '../errors.ts'
import type { AnswerOf, Operation, PreviewOf, RequestOf } from '../operation.ts'
import type { Operations } from '../registry.ts'

interface Definition<O extends Operation> {
  input: RequestOf<O>
  output: AnswerOf<O> | PreviewOf<O>
  meta: unknown
}

export type ProcedureOf<O extends Operation> = O['route'] extends `GET ${string}`
  ? TRPCQueryProcedure<Definition<O>>
  : TRPCMutationProcedure<Definition<O>>

export type AdminProcedures = { [Name in keyof Operations]: ProcedureOf<Operations[Name]> }

export interface AdminErrorShape extends TRPCDefaultErrorShape {
  data: TRPCDefaultErrorShape['data'] & { problem: Problem }
}

interface AdminRoot {
  ctx: object
  meta: object
  errorShape: AdminErrorShape
  transformer: false
}

/** Types a tRPC client; admin-api builds the router from the registry. */
export type AdminRouter = TRPCBuiltRouter<AdminRoot, AdminProcedures>

export const procedureTypeOf = (operation: Operation): 'query' | 'mutation' =>
  operation.route.startsWith('GET ') ? 'query' : 'mutation'
