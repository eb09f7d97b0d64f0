import type { ManagedGroup, ManagedGroupRecord } from '@signet/provisioning'
import type { Connection } from '../../authn/connection.ts'
import { readName } from '../../messages/read-name.ts'
import { requireAttributes } from '../../messages/read-resource.ts'
import { groupSchema } from '../../schemas/group.ts'
import type { ScimObject } from '../../schemas/scim-object.ts'
import { metaOf } from '../meta.ts'
import { groupDefinition } from './definition.ts'

export interface Member {
  readonly id: string
  readonly display: string
}

/** Omits members. */
export const toDocument = ({ displayName, externalId }: ManagedGroupRecord): ScimObject => ({
  displayName,
  ...(externalId === null ? {} : { externalId }),
})

export const toResource = (
  connection: Connection,
  group: ManagedGroupRecord,
  members: readonly Member[],
): ScimObject => ({
  schemas: [groupSchema.id],
  id: group.id,
  ...toDocument(group),
  ...(members.length > 0
    ? {
        members: members.map(({ id, display }) => ({
          value: id,
          $ref: `${connection.baseUrl}/Users/${id}`,
          display,
          type: 'User',
        })),
      }
    : {}),
  meta: metaOf(groupDefinition, connection, group),
})

export function fromDocument(document: ScimObject): ManagedGroup {
  requireAttributes(document, groupDefinition)
  return {
    displayName: readName('displayName', document.displayName) ?? '',
    externalId: readName('externalId', document.externalId),
  }
}
