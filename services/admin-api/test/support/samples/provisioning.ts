import type { OperationName, Operations, PreviewOf } from '@signet/contracts'
import { sql } from '@signet/db'
import { connection, credentialed, heldConnection, managingConnection, provider } from '../directories.ts'
import { group, inProject, makeUser, nothing, type Place, type Sample, unique } from '../things.ts'

type AccountsPreview = PreviewOf<Operations['provisioning_users_adopt']>
type HandOverPreview = PreviewOf<Operations['project_group_assign_connection']>

async function confirmed<Input extends Readonly<Record<string, unknown>>>(
  place: Place,
  name: OperationName,
  input: Input,
) {
  const { body } = await place.world.call(place.world.people.super, name, input)
  return { ...input, confirm: true, expect: (body as AccountsPreview).expect }
}

export const provisioning: { readonly [N in OperationName]?: Sample<N> } = {
  provisioning_connection_list: inProject,
  provisioning_connection_get: (place) => connection(place),
  provisioning_directory_list: inProject,
  provisioning_hold_get: heldConnection,
  provisioning_request_list: (place) => connection(place),
  provisioning_refusal_list: (place) => connection(place),
  provisioning_hold_list: nothing,
  provisioning_attention_list: nothing,
  provisioning_connection_create: async (place) => ({
    ...(await provider(place)),
    displayName: unique('Directory '),
  }),
  provisioning_connection_update: async (place) => ({ ...(await connection(place)), enabled: false }),
  provisioning_connection_release: heldConnection,
  provisioning_connection_delete: (place) => connection(place),
  provisioning_users_adopt: async (place) => {
    const at = await connection(place)
    const domain = `${unique('d')}.example`
    await place.world.database.run(sql`
      UPDATE accounts SET email = id || '@' || ${domain}, email_key = id || '@' || ${domain}
      WHERE project_id = ${at.projectId} AND id = ${await makeUser(place)}`)
    return confirmed(place, 'provisioning_users_adopt', { ...at, domains: [domain] })
  },
  provisioning_users_hand_over: async (place) => {
    const { connectionId: toConnectionId } = await connection(place)
    const at = await managingConnection(place)
    return confirmed(place, 'provisioning_users_hand_over', { ...at, toConnectionId })
  },
  provisioning_users_release: async (place) =>
    confirmed(place, 'provisioning_users_release', await managingConnection(place)),
  provisioning_users_purge: async (place) =>
    confirmed(place, 'provisioning_users_purge', await managingConnection(place)),
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
