import type { OperationName, operations } from '@signet/contracts'
import type * as z from 'zod'
import { certifiedProvider, linkedUser, movedUser, provider, upstream } from '../directories.ts'
import { inProject, type Sample, unique, user } from '../things.ts'

type AddressPreview = z.output<(typeof operations)['federation_identity_address_adopt']['preview']>

export const federation: { readonly [N in OperationName]?: Sample<N> } = {
  federation_catalogue_list: inProject,
  federation_provider_list: inProject,
  federation_provider_get: provider,
  federation_provider_create: async ({ projectId }) => ({ projectId, ...upstream() }),
  federation_provider_update: async (place) => ({
    ...(await provider(place)),
    displayName: unique('Renamed '),
  }),
  federation_provider_certificate_renew: certifiedProvider,
  federation_provider_move: async (place) => {
    await provider(place)
    return { ...(await provider(place)), direction: 'up' }
  },
  federation_provider_delete: provider,
  federation_provider_try: provider,
  federation_provider_try_get: async (place) => {
    const one = await provider(place)
    const { tryRef } = await place.world.ok(place.world.people.super, 'federation_provider_try', one)
    return { ...one, tryRef }
  },
  federation_identity_list: user,
  federation_identity_delete: linkedUser,
  federation_identity_address_adopt: async (place) => {
    const input = await movedUser(place)
    const { body } = await place.world.call(
      place.world.people.super,
      'federation_identity_address_adopt',
      input,
    )
    return { ...input, confirm: true, expect: (body as AddressPreview).expect }
  },
}
