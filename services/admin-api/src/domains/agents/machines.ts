import { checkKeySet } from '@signet/clients'
import { createMachineGrant, type Executor, sql } from '@signet/db'
import { refuseValue } from '@signet/runtime'
import { ownClientId } from '@signet/sessions'
import { loadAdministrator } from '../../authn/administrator.ts'
import { isServiceAccountId } from '../../authn/service-account.ts'
import { administratorsProject } from '../administrators/read.ts'
import { findRegistered } from './agent-client-store.ts'

export interface Identity {
  readonly clientId: string
  readonly actsFor?: string | null | undefined
  readonly jwks?: unknown
  readonly workload?: object | null | undefined
}

/** A client-id metadata document has an https address with a path and no fragment. */
function isDocument(clientId: string): boolean {
  const url = URL.parse(clientId)
  return url?.protocol === 'https:' && url.pathname !== '/' && !clientId.includes('#') && !url.username
}

/** Excludes ids of clients and addresses of documents. */
const machineName = /^[A-Za-z0-9][\w.-]{2,63}$/

/** A metadata document, a registered client, and a machine with a credential of its own can prove themselves. */
export async function checkIdentity(executor: Executor, identity: Identity): Promise<void> {
  const { clientId, actsFor, jwks, workload } = identity
  if (jwks && workload) refuseValue('workload', 'cannot be combined with jwks')
  if (jwks || workload) return checkMachine(executor, identity)
  if (isDocument(clientId)) {
    if (actsFor) refuseValue('actsFor', 'is for machines with keys or a workload of their own')
    return
  }
  const registered = await findRegistered(executor, clientId)
  if (!registered?.ofAdministrators)
    refuseValue(
      'clientId',
      "is neither a client of the administrators' project nor an https document address; a machine needs jwks or workload",
    )
  if (actsFor && !registered.grantTypes.includes('client_credentials'))
    refuseValue('actsFor', 'needs a client that may use client_credentials')
}

async function checkMachine(executor: Executor, { clientId, actsFor, jwks }: Identity): Promise<void> {
  if (!actsFor) refuseValue('actsFor', 'must name the administrator the machine acts for')
  if (jwks) checkKeySet('jwks', jwks)
  if (!machineName.test(clientId))
    refuseValue('clientId', 'must be a name of 3 to 64 letters, digits, dots, dashes and underscores')
  if (isServiceAccountId(clientId)) refuseValue('clientId', 'has the form of the id of a service account')
  if (clientId === ownClientId || (await findRegistered(executor, clientId)))
    refuseValue('clientId', 'is the id of a registered client, which has credentials of its own')
}

export async function checkActor(executor: Executor, accountId: string): Promise<void> {
  if (!(await loadAdministrator(executor, accountId)))
    refuseValue('actsFor', 'must be an active administrator')
}

/** Ends the earlier grant of the machine. */
export async function authorizeMachine(
  tx: Executor,
  { clientId, accountId }: { readonly clientId: string; readonly accountId: string },
): Promise<string> {
  const { id: projectId } = await administratorsProject(tx)
  await tx.run(sql`
    DELETE FROM oidc_grants WHERE project_id = ${projectId}
      AND id IN (SELECT grant_id FROM agent_clients WHERE client_id = ${clientId})`)
  return createMachineGrant(tx, { projectId, accountId, clientId })
}
