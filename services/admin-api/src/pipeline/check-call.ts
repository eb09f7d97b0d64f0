import type { FastifyRequest } from 'fastify'
import { authorize, authorizeCaller } from './authorize.ts'
import type { OperationRequest, WithCaller, WithSettings } from './call.ts'
import { findProject } from './find-project.ts'
import { parse } from './parse.ts'
import type { Pipeline } from './pipeline.ts'
import { refuseByState } from './refuse-by-state.ts'

export type CallToCheck = Pick<OperationRequest, 'deps' | 'operation' | 'readInput'> & {
  readonly request: Pick<FastifyRequest, 'ip'>
} & WithSettings &
  WithCaller

/**
 * Adds the checks of every call, in a request of its own or as a part of another change: credential and scope, shape of the input,
 * right of the caller, state of the project.
 */
export const checkCall = <Start, Call extends CallToCheck, Result>(steps: Pipeline<Start, Call, Result>) =>
  steps.check(authorizeCaller).step(parse).step(findProject).step(authorize).check(refuseByState)
