import { type Operation, scopeFor } from '@signet/contracts'
import { refuse } from '@signet/runtime'
import type { FastifyRequest } from 'fastify'
import { checkAccess } from './access.ts'
import type { OperationRequest, WithCaller, WithContext, WithInput, WithProject } from './call.ts'
import { checkLimit } from './guard-agents.ts'
import { limitToProject } from './within.ts'

/** Checks credential, scope and console-only rules before the input is parsed. */
export function authorizeCaller({ operation, caller }: { readonly operation: Operation } & WithCaller): void {
  const isAgent = caller?.via.credential === 'agent'
  if (isAgent && operation.kind === 'console_only') refuse('console_only')
  if (operation.access.to === 'public') return
  if (!caller) refuse('unauthenticated')
  if (caller.via.credential === 'agent') checkAgent(operation, caller.via.scopes)
}

/** Decides by the `access` of the operation; denies by default. */
export function authorize({
  deps,
  request,
  operation,
  caller,
  project,
  destroyed,
  input,
}: Pick<OperationRequest, 'deps' | 'operation'> & {
  readonly request: Pick<FastifyRequest, 'ip'>
} & WithCaller &
  WithProject &
  WithInput): WithContext {
  const { access } = operation
  checkAccess({ access }, caller, { project, destroyed }, input)
  if (access.to === 'signed_in' && caller) checkLimit(operation, caller)
  const about = destroyed ?? project
  return { context: { deps: limitToProject(deps, about), caller, project: about, remoteAddress: request.ip } }
}

function checkAgent(operation: Operation, scopes: ReadonlySet<string>): void {
  const needed = scopeFor(operation)
  if (!needed || !scopes.has(needed))
    refuse('insufficient_scope', { detail: `The token needs the scope ${needed}.`, reason: String(needed) })
}
