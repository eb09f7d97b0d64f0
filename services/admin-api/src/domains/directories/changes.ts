import { type Connection, operations } from '@signet/contracts'
import { kindOf, recognise } from '@signet/federation'
import { createConnection, deleteConnection, refuseManaging, updateConnection } from '@signet/provisioning'
import { newId, Refusal, refuse, refuseValue } from '@signet/runtime'
import { type Context, changesDetail, implement, namesNothing } from '../../implement.ts'
import { projectFeature } from '../plans/read.ts'
import { findProvider, type ProviderRecord } from '../providers/read.ts'
import { findConnection } from './connection-store.ts'
import { answerConnection } from './to-connection.ts'

/** The connection has no credential until one is issued. */
export const provisioning_connection_create = implement(operations.provisioning_connection_create, {
  async prepare({ deps, caller, project }, { projectId: _path, ...input }) {
    await projectFeature(deps.database, caller, project, 'enterpriseSignIn')
    const provider = await providerOf({ deps }, project.id, input.providerId)
    if (provider.boundConnection)
      refuse('provider_already_bound', {
        detail: `${provider.boundConnection.displayName} is bound to this provider.`,
      })
    const id = newId('connection')
    const recognised = recognise(provider)
    const fields = {
      displayName: input.displayName,
      providerId: input.providerId,
      correlation: input.correlation ?? kindOf(recognised).recommendedCorrelation,
      emailTrust: input.emailTrust ?? ('untrusted' as const),
      threshold: input.threshold ?? null,
      directory: input.directory ?? directoryOf(recognised),
    }
    return { id, fields, target: { id, connectionId: id, detail: fields } }
  },

  async lock({ sql: tx }, { project }, { providerId }) {
    const { boundConnection } = await findProvider(tx, project.id, providerId)
    if (boundConnection) refuse('provider_already_bound')
  },

  async apply({ sql: tx }, { deps, project }, _input, { id, fields }) {
    await createConnection(tx, { ...fields, projectId: project.id, id, clientId: newId('client') })
    return answerConnection(tx, { deps, project }, id)
  },
})

/** An unknown or foreign provider is an invalid value, not a missing object. */
async function providerOf(
  { deps }: Pick<Context, 'deps'>,
  projectId: string,
  providerId: string,
): Promise<ProviderRecord> {
  try {
    return await findProvider(deps.database, projectId, providerId)
  } catch (error) {
    if (error instanceof Refusal && error.code === 'not_found')
      refuseValue('providerId', 'names no identity provider of this project')
    throw error
  }
}

/** Default when the input names no directory; the console uses its terms. */
const directoryOf = (recognised: string | null): Connection['directory'] =>
  recognised === 'entra' || recognised === 'okta' ? recognised : 'generic'

const changeable = ['displayName', 'enabled', 'correlation', 'emailTrust', 'threshold', 'directory'] as const

export const provisioning_connection_update = implement(operations.provisioning_connection_update, {
  async prepare({ deps, project }, { projectId: _path, connectionId, ...input }) {
    const before = await findConnection(deps.database, project.id, connectionId)
    if (input.threshold === null && before.heldSince) refuse('threshold_held')
    const changes = Object.fromEntries(
      changeable
        .filter(
          (name) => input[name] !== undefined && JSON.stringify(input[name]) !== JSON.stringify(before[name]),
        )
        .map((name) => [name, input[name]]),
    )
    const detail = changesDetail(before, changes)
    return { unchanged: namesNothing(detail), target: { id: connectionId, connectionId, detail } }
  },

  async apply({ sql: tx }, { deps, project }, { projectId, connectionId, ...changes }) {
    await updateConnection(tx, { projectId, connectionId }, changes)
    return answerConnection(tx, { deps, project }, connectionId)
  },
})

export const provisioning_connection_delete = implement(operations.provisioning_connection_delete, {
  async prepare({ deps, project }, { connectionId }) {
    const { displayName, providerId, managedGroups } = await findConnection(
      deps.database,
      project.id,
      connectionId,
    )
    await refuseManaging(deps.database, { projectId: project.id, connectionId })
    const shows = { displayName, providerId, managedGroups }
    return { target: { id: connectionId, connectionId, detail: shows }, shows }
  },

  async apply({ sql: tx }, { project }, { connectionId }) {
    await deleteConnection(tx, { projectId: project.id, connectionId })
    return {}
  },
})
