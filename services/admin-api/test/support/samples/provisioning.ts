import type { OperationName, Operations, PreviewOf } from '@signet/contracts'
import { connection, credentialed, heldConnection, provider } from '../directories.ts'
import { group, inProject, makeUser, nothing, type Sample, unique } from '../things.ts'

type HandOverPreview = PreviewOf<Operations['project_group_assign_connection']>

export const provisioning: { readonly [N in OperationName]?: Sample<N> } = {
  provisioning_connection_list: inProject,
  provisioning_connection_get: (place) => connection(place),
  provisioning_directory_list: inProject,
  provisioning_hold_get: heldConnection,
  provisioning_request_list: (place) => connection(place),
  provisioning_refusal_list: (place) => connection(place),
  provisioning_hold_list: nothing,
  provisioning_connection_create: async (place) => ({
    ...(await provider(place)),
    displayName: unique('Directory '),
  }),
  provisioning_connection_update: async (place) => ({ ...(await connection(place)), enabled: false }),
  provisioning_connection_release: heldConnection,
  provisioning_connection_delete: (place) => connection(place),
  provisioning_credential_issue: async (place) => ({ ...(await connection(place)), kind: 'static_token' }),
  provisioning_credential_retire: async (place) => ({
    ...(await credentialed(place, 'secret', 2)),
    kind: 'oauth',
  }),
  provisioning_credential_revoke: async (place) => ({
    ...(await credentialed(place, 'static_token')),
    kind: 'static_token',
  }),
  project_user_assign_connection: async (place) => ({
    ...(await connection(place)),
    userId: await makeUser(place),
    externalId: unique('00u'),
  }),
  project_group_assign_connection: async (place) => {
    const input = { ...(await connection(place)), ...(await group(place)) }
    const { body } = await place.world.call(
      place.world.people.super,
      'project_group_assign_connection',
      input,
    )
    return { ...input, confirm: true, expect: (body as HandOverPreview).expect }
  },
}
