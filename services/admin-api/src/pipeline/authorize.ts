import { type CanFlag, type Operation, scopeFor } from '@signet/contracts'
import { refuse } from '@signet/runtime'
import { type Administrator, belongsTo, owns } from '../caller.ts'
import { canOf, mayReadDestroyed } from '../projects/rights.ts'
import type { Arrived, Found, Identified, InContext, Parsed, Received } from './call.ts'
import { within } from './within.ts'

/** Credential, scope and console-only rules are decided before the input is looked at: they need nothing of it. */
export function authorizeCaller({ operation, caller }: { readonly operation: Operation } & Identified): void {
  if (operation.access.to === 'public') return
  if (!caller) refuse('unauthenticated')
  if (caller.via.credential === 'agent') checkAgent(operation, caller.via.scopes)
}

/**
 * Decides by the operation's `access` alone, deny by default. A caller who may not know that the object exists is
 * answered exactly as for an unknown id; only one who may know it is told which right is missing.
 */
export function authorize({
  deps,
  request,
  operation: { access },
  caller,
  project,
  destroyed,
  input,
}: Pick<Received, keyof Arrived | 'operation'> & Identified & Found & Parsed): InContext {
  if (access.to !== 'public') {
    if (!caller) refuse('unauthenticated')
    if (access.to === 'super_administrator' && !caller.superAdministrator)
      refuse('forbidden', { detail: 'Only a super administrator may do this.' })
    if (access.to === 'team') checkTeam(access.role, caller, String(input.teamId))
    if (access.to === 'project') checkProject(access.can, caller, { project, destroyed })
  }
  const about = destroyed ?? project
  return { context: { deps: within(deps, about), caller, project: about, remoteAddress: request.ip } }
}

/** A project the caller may not read is answered like one that does not exist. */
function checkProject(flag: CanFlag, caller: Administrator, { project, destroyed }: Found): void {
  if (destroyed && mayReadDestroyed(caller, destroyed)) return
  if (!project) refuse('not_found')
  const { can } = canOf(caller, project)
  if (!can.read) refuse('not_found')
  if (!can[flag])
    refuse('forbidden', { detail: `You do not hold can.${flag} on this project.`, reason: `can.${flag}` })
}

function checkAgent(operation: Operation, scopes: ReadonlySet<string>): void {
  if (operation.kind === 'console_only') refuse('console_only')
  const needed = scopeFor(operation)
  if (!needed || !scopes.has(needed))
    refuse('insufficient_scope', { detail: `The token needs the scope ${needed}.`, reason: String(needed) })
}

function checkTeam(role: 'member' | 'owner', caller: Administrator, teamId: string): void {
  if (!belongsTo(caller, teamId) && !caller.superAdministrator) refuse('not_found')
  if (role === 'owner' && !owns(caller, teamId) && !caller.superAdministrator)
    refuse('forbidden', { detail: 'Only an owner of the team may do this.', reason: 'team.owner' })
}
