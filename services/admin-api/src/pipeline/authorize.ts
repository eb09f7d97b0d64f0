import { type Operation, scopeFor, scopeForMachine } from '@signet/contracts'
import { refuse } from '@signet/runtime'
import type { FastifyRequest } from 'fastify'
import { checkAccess } from './access.ts'
import type {
  OperationRequest,
  WithCaller,
  WithContext,
  WithInput,
  WithProject,
  WithSettings,
} from './call.ts'
import { checkLimit } from './guard-agents.ts'
import { limitToProject } from './within.ts'

/** Checks credential, scope and console-only rules before the input is parsed. */
export function authorizeCaller({ operation, caller }: { readonly operation: Operation } & WithCaller): void {
  const agent = caller?.via.credential === 'agent' ? caller.via : null
  const isForAgent = operation.kind !== 'console_only' || (operation.forMachines && agent?.isMachine)
  if (agent && !isForAgent) refuse('console_only')
  if (operation.access.to === 'public') return
  if (!caller) refuse('unauthenticated')
  if (agent) checkAgent(agent.isMachine ? scopeForMachine(operation) : scopeFor(operation), agent.scopes)
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
  settings,
}: Pick<OperationRequest, 'deps' | 'operation'> & {
  readonly request: Pick<FastifyRequest, 'ip'>
} & WithCaller &
  WithProject &
  WithInput &
  WithSettings): WithContext {
  const { access } = operation
  checkAccess({ access }, caller, { project, destroyed }, input)
  if (access.to === 'signed_in' && caller) checkLimit(operation, caller)
  const about = destroyed ?? project
  return {
    context: {
      deps: limitToProject(deps, about),
      caller,
      project: about,
      remoteAddress: request.ip,
      settings,
    },
  }
}

function checkAgent(needed: string | null, scopes: ReadonlySet<string>): void {
  if (!needed || !scopes.has(needed))
    refuse('insufficient_scope', { detail: `The token needs the scope ${needed}.`, reason: String(needed) })
}
