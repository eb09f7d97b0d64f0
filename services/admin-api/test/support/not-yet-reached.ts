import type { ErrorCode, OperationName } from '@signet/contracts'

/**
 * Refusals that a served operation declares and no case reaches yet, each with what has to exist first. A test keeps
 * the list true: what has a case, or is not declared any more, may not stand here.
 */
export const notYetReached: { readonly [N in OperationName]?: readonly ErrorCode[] } = {
  // The schema of the field lists exactly the algorithms a key can be made for.
  project_key_generate: ['algorithm_unsupported'],
  project_key_rotate: ['algorithm_unsupported'],
  // Whoever could meet these does not hold the flag: can.changeAddress, can.move and can.delete are false already, and
  // only a change between the two looks meets them.
  project_address_change: ['address_has_dependents', 'root_address_fixed'],
  project_owner_change: ['reserved_project'],
  project_delete: ['reserved_project'],
  client_create: ['client_metadata_refused'],
  client_update: ['client_metadata_refused', 'client_reserved'],
  client_secret_rotate: ['client_reserved'],
  client_delete: ['client_reserved'],
  project_user_password_reset: ['invalid_value'],
  // Only a super administrator reaches this project, and for their own account another refusal comes first: the last
  // one is met only in a race.
  project_user_delete: ['last_super_administrator'],
  project_user_lock: ['last_super_administrator'],
}
