import { type Noun, nounOf, type Operation } from '@signet/contracts'
import { type Executor, sql } from '@signet/db'
import { refuse } from '@signet/runtime'
import { type Administrator, isServiceAccount } from '../caller.ts'
import type { WithCaller, WithContext, WithInput, WithProject } from './call.ts'

/**
 * An agent, with any policy and any scope, changes neither the account that it acts for nor the registered client of a permitted entry.
 * Administrators change both in the console.
 */
export async function guardAgents({
  operation,
  caller,
  project,
  input,
  context,
}: { readonly operation: Operation } & WithCaller & WithProject & WithInput & WithContext): Promise<void> {
  if (caller?.via.credential !== 'agent') return
  if (isServiceAccount(caller)) refuseRightsOfPeople(operation, project)
  const values = textsIn(input)
  if (values.includes(caller.accountId))
    refuse('console_only', { detail: 'An agent does not change the account it acts for.' })
  const isPermitted =
    project?.reserved === 'administrators' && (await namesPermittedClient(context.deps.database, values))
  if (isPermitted)
    refuse('console_only', { detail: 'The application is the identity of a permitted agent or machine.' })
}

/** Changes of these nouns decide which people administer; `mail` sends to the address of the caller. */
const ofPeople: readonly Noun[] = ['teams', 'administrators', 'mail']

/** People decide about the rights of people: a service account changes no administrators or teams. */
function refuseRightsOfPeople({ tool }: Operation, project: WithProject['project']): void {
  if (ofPeople.includes(nounOf(tool)) || project?.reserved === 'administrators')
    refuse('console_only', { detail: 'A service account changes neither administrators nor teams.' })
}

/** Lists texts at any depth, so that fields of later releases are covered. */
function textsIn(value: unknown): string[] {
  if (typeof value === 'string') return [value]
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(textsIn) : []
}

const namesPermittedClient = async (executor: Executor, values: readonly string[]): Promise<boolean> =>
  (await executor.rows(sql`SELECT 1 FROM agent_clients WHERE client_id = ANY(${[...values]}) LIMIT 1`))
    .length > 0

/**
 * The rights of a project or team decide about a change with one in its path; any other change must name the one team of the agent.
 */
export function checkLimit(operation: Operation, caller: Administrator): void {
  if (caller.via.credential !== 'agent' || !caller.via.isLimited) return
  if (operation.access.to === 'service_account') return
  if (operation.kind === 'console_only' || operation.kind === 'read') return
  // An agent limited to projects has no team; the handler refuses any team except the caller's own.
  if (!('teamId' in operation.input.shape) || caller.teams.length === 0)
    refuse('forbidden', {
      detail: 'This agent is limited to a team or to projects, and this change is outside of them.',
      reason: 'agent.limit',
    })
}
