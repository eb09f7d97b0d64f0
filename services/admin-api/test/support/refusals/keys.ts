import { fullSet, ofSet, revokedKey, rootKeys, signer } from '../attempts.ts'
import { publishedKey } from '../things.ts'
import type { Cases } from './index.ts'

export const keys: Cases = {
  jwks_generate: { key_limit: ofSet('instance', fullSet, () => ({ alg: 'ES256' })) },
  jwks_rotate: { key_limit: ofSet('instance', fullSet, () => ({ alg: 'ES256' })) },
  jwks_promote: { key_not_promotable: ofSet('instance', signer, (kid) => ({ kid })) },
  jwks_demote: {
    key_not_signing: ofSet('instance', publishedKey, (kid) => ({ kid })),
    key_needed: ofSet('instance', signer, (kid) => ({ kid })),
  },
  jwks_retire: {
    confirm_mismatch: ofSet('instance', publishedKey, (kid) => ({ kid, confirm: 'another' })),
    key_signing: ofSet('instance', signer, (kid) => ({ kid, confirm: kid })),
  },
  jwks_revoke: {
    confirm_mismatch: ofSet('instance', publishedKey, (kid) => ({ kid, confirm: '' })),
    key_revoked: ofSet('instance', revokedKey, (kid) => ({ kid, confirm: kid })),
  },
  project_key_list: { instance_keys: rootKeys({}) },
  project_key_generate: {
    instance_keys: rootKeys({ alg: 'ES256' }),
    key_limit: ofSet('project', fullSet, () => ({ alg: 'ES256' })),
  },
  project_key_rotate: {
    instance_keys: rootKeys({ alg: 'ES256' }),
    key_limit: ofSet('project', fullSet, () => ({ alg: 'ES256' })),
  },
  project_key_promote: {
    instance_keys: rootKeys({ kid: 'x' }),
    key_not_promotable: ofSet('project', signer, (kid) => ({ kid })),
  },
  project_key_demote: {
    instance_keys: rootKeys({ kid: 'x' }),
    key_not_signing: ofSet('project', publishedKey, (kid) => ({ kid })),
    key_needed: ofSet('project', signer, (kid) => ({ kid })),
  },
  project_key_retire: {
    instance_keys: rootKeys({ kid: 'x', confirm: 'x' }),
    confirm_mismatch: ofSet('project', publishedKey, (kid) => ({ kid, confirm: '' })),
    key_signing: ofSet('project', signer, (kid) => ({ kid, confirm: kid })),
  },
  project_key_revoke: {
    instance_keys: rootKeys({ kid: 'x', confirm: 'x' }),
    confirm_mismatch: ofSet('project', publishedKey, (kid) => ({ kid, confirm: `${kid} ` })),
    key_revoked: ofSet('project', revokedKey, (kid) => ({ kid, confirm: kid })),
  },
}
