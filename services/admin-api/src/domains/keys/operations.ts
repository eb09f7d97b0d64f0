import { operations } from '@signet/contracts'
import { implement, implementRead } from '../../implement.ts'
import { demoting, generating, keySet, promoting, retiring, revoking, rotating } from './changes.ts'
import { listKeys } from './key-set.ts'
import { readyKeys } from './ready-keys.ts'

export const jwks_list = implementRead(operations.jwks_list, (at) => listKeys(at.deps.database, keySet(at)))
export const jwks_generate = implement(operations.jwks_generate, generating)
export const jwks_promote = implement(operations.jwks_promote, promoting)
export const jwks_demote = implement(operations.jwks_demote, demoting)
export const jwks_rotate = implement(operations.jwks_rotate, rotating)
export const jwks_retire = implement(operations.jwks_retire, retiring)
export const jwks_revoke = implement(operations.jwks_revoke, revoking)

export const project_key_list = implementRead(operations.project_key_list, (at) =>
  listKeys(at.deps.database, keySet(at)),
)
export const project_key_ready_list = implementRead(
  operations.project_key_ready_list,
  async ({ deps: { database }, caller }) => ({ keys: await readyKeys(database, caller) }),
)
export const project_key_generate = implement(operations.project_key_generate, generating)
export const project_key_promote = implement(operations.project_key_promote, promoting)
export const project_key_demote = implement(operations.project_key_demote, demoting)
export const project_key_rotate = implement(operations.project_key_rotate, rotating)
export const project_key_retire = implement(operations.project_key_retire, retiring)
export const project_key_revoke = implement(operations.project_key_revoke, revoking)
