export { project_user_assign_connection } from './assign-connection.ts'
export {
  project_user_bulk_activate,
  project_user_bulk_deactivate,
  project_user_bulk_delete,
  project_user_bulk_sign_out,
} from './bulk.ts'
export { project_user_create } from './create.ts'
export { project_user_delete } from './delete.ts'
export { project_user_email_change, project_user_mark_verified } from './email.ts'
export { project_user_erase } from './erase.ts'
export { project_user_export } from './export.ts'
export { project_user_import } from './import.ts'
export {
  project_user_invite,
  project_user_passkey_invite,
  project_user_verification_send,
} from './invitation.ts'
export { project_user_get, project_user_list } from './list.ts'
export { project_user_lock, project_user_unlock } from './lock.ts'
export { project_user_passkey_delete, project_user_passkey_list } from './passkeys.ts'
export { project_user_password_reset } from './password-reset.ts'
export { project_user_data_export } from './personal-data.ts'
export { project_user_recovery_codes_delete } from './recovery-codes.ts'
export {
  project_user_application_sign_out,
  project_user_session_list,
  project_user_sign_out,
  project_user_totp_clear,
} from './sign-out.ts'
export { project_user_update } from './update.ts'
