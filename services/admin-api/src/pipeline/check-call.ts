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
 * Checks credential and scope, shape of the input, right of the caller, and state of the project, also for a part of another change.
 */
export const checkCall = <Start, Call extends CallToCheck, Result>(steps: Pipeline<Start, Call, Result>) =>
  steps.check(authorizeCaller).step(parse).step(findProject).step(authorize).check(refuseByState)
