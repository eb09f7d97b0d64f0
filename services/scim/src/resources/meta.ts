import type { Connection } from '../authn/connection.ts'
import { tagOf } from '../messages/version.ts'
import type { ScimObject } from '../schemas/scim-object.ts'
import type { ResourceDefinition } from './define-resource.ts'

interface StoredVersion {
  readonly id: string
  readonly version: number
  readonly createdAt: Date
  readonly versionAt: Date
}

/** RFC 7643 section 3.1 */
export const metaOf = (
  definition: ResourceDefinition,
  { baseUrl }: Connection,
  stored: StoredVersion,
): ScimObject => ({
  resourceType: definition.name,
  created: stored.createdAt.toISOString(),
  lastModified: stored.versionAt.toISOString(),
  location: `${baseUrl}${definition.endpoint}/${stored.id}`,
  version: tagOf(stored.version),
})
