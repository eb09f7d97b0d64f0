export {
  provisioning_users_adopt,
  provisioning_users_hand_over,
  provisioning_users_purge,
  provisioning_users_release,
} from './accounts.ts'
export { provisioning_attention_list } from './attention.ts'
export {
  provisioning_connection_create,
  provisioning_connection_delete,
  provisioning_connection_update,
} from './changes.ts'
export {
  provisioning_credential_issue,
  provisioning_credential_retire,
  provisioning_credential_revoke,
} from './credentials.ts'
export { provisioning_connection_release, provisioning_hold_get, provisioning_hold_list } from './holds.ts'
export {
  provisioning_connection_get,
  provisioning_connection_list,
  provisioning_directory_list,
} from './list.ts'
export { provisioning_refusal_list, provisioning_request_list } from './requests.ts'
