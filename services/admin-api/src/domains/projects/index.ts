export { project_address_change } from './address.ts'
export { project_authenticator_list } from './authenticators.ts'
export {
  project_client_registration_get,
  project_client_registration_update,
  project_registration_token_create,
  project_registration_token_revoke,
} from './client-registration.ts'
export { project_create } from './create.ts'
export { project_delete, project_restore } from './delete.ts'
export { project_file_apply, project_file_get, project_file_plan } from './file.ts'
export { project_get, project_list } from './list.ts'
export {
  project_mail_text_get,
  project_mail_text_list,
  project_mail_text_preview,
  project_mail_text_reset,
  project_mail_text_set,
  project_mail_text_test,
} from './mail-texts.ts'
export {
  project_migration_hook_get,
  project_migration_hook_set,
  project_migration_hook_test,
} from './migration-hook.ts'
export { project_move_get, project_move_set } from './move.ts'
export { project_move_import } from './move-import.ts'
export { project_owner_change } from './owner.ts'
export { project_purge } from './purge.ts'
export { project_sign_in_access_list } from './sign-in-access.ts'
export { project_sign_in_test_finish, project_sign_in_test_start } from './sign-in-test.ts'
export { project_summary_get } from './summary.ts'
export { project_update } from './update.ts'
