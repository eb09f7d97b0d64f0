import { type AnswerOf, type Operations, operations } from '@signet/contracts'
import { issuerOf } from '@signet/tenancy'
import { implementRead } from '../../implement.ts'
import { findMetadata, type MetadataResult } from './protected-resource-metadata.ts'
import { findResource } from './resource-store.ts'

type Check = AnswerOf<Operations['resource_vouching_check']>

/** The result changes nothing. */
export const resource_vouching_check = implementRead(
  operations.resource_vouching_check,
  async ({ deps, project }, { resourceId }) => {
    const { identifier } = await findResource(deps.database, project.id, resourceId)
    const expectedIssuer = issuerOf(project, deps.config.SIGNET_BASE_URL)
    if (!/^https?:\/\//i.test(identifier))
      return { ...unreachable, reason: 'The identifier is no web address.', expectedIssuer }
    return judge(await findMetadata(deps.egress, identifier), identifier, expectedIssuer)
  },
)

const unreachable = { status: 'unreachable', step: null } as const

function judge(found: MetadataResult, identifier: string, expectedIssuer: string | null): Check {
  if (found.step === null)
    return found.answered
      ? {
          status: 'not_vouched',
          step: null,
          reason: 'The API publishes no protected-resource metadata.',
          expectedIssuer,
        }
      : { ...unreachable, reason: 'The API could not be reached.', expectedIssuer }
  const { step, metadata } = found
  const say = (status: Check['status'], reason: string): Check => ({ status, step, reason, expectedIssuer })
  if (expectedIssuer === null) return say('not_vouched', 'The project has no address and so no issuer.')
  // RFC 9728 section 3.3 forbids the use of metadata of another resource.
  if (metadata.resource !== identifier)
    return say('not_vouched', 'The metadata is that of another resource than the identifier declared.')
  if (!metadata.authorization_servers.includes(expectedIssuer))
    return say('not_vouched', 'The metadata does not name this issuer among its authorization servers.')
  return say('vouched', 'The metadata names this issuer.')
}
