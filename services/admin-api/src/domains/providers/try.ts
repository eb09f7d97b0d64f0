import { type AnswerOf, type Operations, operations } from '@signet/contracts'
import { beginTrial, newTryRef, readTrial, type TrialRecord, tryUrl } from '@signet/federation'
import { refuse } from '@signet/runtime'
import { issuerOf, loadSettings } from '@signet/tenancy'
import { implement, implementRead } from '../../implement.ts'
import { kindFieldsAfter } from './provider-fields.ts'
import { refuseIncomplete } from './provider-rules.ts'
import { findProvider } from './provider-store.ts'

/** A disabled provider may be tried before users see it. */
export const federation_provider_try = implement(operations.federation_provider_try, {
  async prepare({ deps, project }, { providerId }) {
    const provider = await findProvider(deps.database, project.id, providerId)
    if (!(await loadSettings(deps.database))['federation.enabled']) refuse('federation_off')
    refuseIncomplete({
      catalogueId: provider.catalogueId,
      protocol: provider.protocol,
      enabled: true,
      given: kindFieldsAfter(provider, {}),
    })
    const issuer = issuerOf(project, deps.config.SIGNET_BASE_URL)
    if (issuer === null)
      refuse('provider_incomplete', {
        detail: 'The project has no address that the provider could lead back to.',
      })
    return { issuer, tryRef: newTryRef(), target: { id: project.id, detail: { providerId } } }
  },

  async apply({ sql: tx }, { deps, project }, { providerId }, { issuer, tryRef }) {
    await findProvider(tx, project.id, providerId)
    await beginTrial(tx, deps.vault, { projectId: project.id, providerId, tryRef })
    return { tryRef, url: tryUrl(issuer, providerId, tryRef) }
  },
})

export const federation_provider_try_get = implementRead(
  operations.federation_provider_try_get,
  async ({ deps, project }, { providerId, tryRef }) => {
    const trial = await readTrial(deps.database, { projectId: project.id, providerId, tryRef })
    return trial ? toResult(trial) : refuse('not_found')
  },
)

function toResult({ result, lapsed }: TrialRecord): AnswerOf<Operations['federation_provider_try_get']> {
  if (result && 'claims' in result) {
    const { claims, appliedFields } = result
    return {
      status: 'succeeded',
      claims: { ...claims },
      ...(appliedFields ? { appliedFields: [...appliedFields] } : {}),
    }
  }
  if (result) return { status: 'failed', problem: result.problem }
  return lapsed
    ? { status: 'failed', problem: 'The provider sent no response in time.' }
    : { status: 'pending' }
}
