// Printed by `npm run print` from the files of the domains.
import { activity_overview } from './activity/overview.ts'
import { project_activity_get } from './activity/project.ts'
import { project_sign_in_count_get } from './activity/sign-in-counts.ts'
import { sign_in_overview_get } from './activity/sign-in-overview.ts'
import { admin_create } from './administrators/create.ts'
import { admin_get, admin_list, admin_sign_in_readiness_get } from './administrators/list.ts'
import { admin_sign_out, admin_totp_clear } from './administrators/sessions.ts'
import { admin_super_grant, admin_super_withdraw } from './administrators/super-administrator.ts'
import { admin_deactivate, admin_update } from './administrators/update.ts'
import {
  approval_webhook_get,
  approval_webhook_secret_rotate,
  approval_webhook_set,
  approval_webhook_test,
} from './agents/approval-webhook.ts'
import { agent_client_permit, agent_client_update, agent_client_withdraw } from './agents/changes.ts'
import { agent_client_get, agent_client_list } from './agents/list.ts'
import { agent_request_decline, agent_request_list } from './agents/requests.ts'
import { approval_approve, approval_refuse } from './approvals/decide.ts'
import { approval_get, approval_list, approval_state_get } from './approvals/read.ts'
import { agent_suspension_end, agent_suspension_list, approval_refuse_all } from './approvals/suspend.ts'
import { audit_list } from './audit/list.ts'
import { client_create } from './clients/create.ts'
import { client_delete } from './clients/delete.ts'
import { client_error_list } from './clients/errors.ts'
import { client_grant_count_get } from './clients/grant-count.ts'
import { client_import } from './clients/import.ts'
import { client_get, client_list } from './clients/list.ts'
import { client_logout_test } from './clients/logout-test.ts'
import { client_previous_secret_revoke, client_secret_rotate } from './clients/rotate-secret.ts'
import { client_token_preview } from './clients/token-preview.ts'
import { client_update } from './clients/update.ts'
import {
  provisioning_users_adopt,
  provisioning_users_hand_over,
  provisioning_users_purge,
  provisioning_users_release,
} from './directories/accounts.ts'
import { provisioning_attention_list } from './directories/attention.ts'
import {
  provisioning_connection_create,
  provisioning_connection_delete,
  provisioning_connection_update,
} from './directories/changes.ts'
import {
  provisioning_credential_issue,
  provisioning_credential_retire,
  provisioning_credential_revoke,
} from './directories/credentials.ts'
import {
  provisioning_connection_release,
  provisioning_hold_get,
  provisioning_hold_list,
} from './directories/holds.ts'
import {
  provisioning_connection_get,
  provisioning_connection_list,
  provisioning_directory_list,
} from './directories/list.ts'
import { provisioning_refusal_list, provisioning_request_list } from './directories/requests.ts'
import { error_by_reference, error_get, error_list, error_summary } from './faults/list.ts'
import { error_purge, error_purge_preview } from './faults/purge.ts'
import { project_group_assign_connection } from './groups/assign-connection.ts'
import { project_group_create } from './groups/create.ts'
import { project_group_get, project_group_list, project_group_member_list } from './groups/list.ts'
import { project_group_member_add, project_group_member_remove } from './groups/members.ts'
import { project_group_delete, project_group_update } from './groups/update.ts'
import {
  jwks_demote,
  jwks_generate,
  jwks_list,
  jwks_promote,
  jwks_retire,
  jwks_revoke,
  jwks_rotate,
  project_key_demote,
  project_key_generate,
  project_key_list,
  project_key_promote,
  project_key_ready_list,
  project_key_retire,
  project_key_revoke,
  project_key_rotate,
} from './keys/operations.ts'
import { smtp_settings_get, smtp_settings_update } from './mail/settings.ts'
import { smtp_settings_test } from './mail/test.ts'
import { plan_create, plan_delete, plan_update } from './plans/changes.ts'
import { plan_get, plan_list } from './plans/list.ts'
import { project_plan_set } from './plans/set.ts'
import { project_account_deletion_get, project_account_deletion_set } from './projects/account-deletion.ts'
import { project_address_change } from './projects/address.ts'
import { project_authenticator_list } from './projects/authenticators.ts'
import {
  project_client_registration_get,
  project_client_registration_update,
  project_registration_token_create,
  project_registration_token_revoke,
} from './projects/client-registration.ts'
import { project_create } from './projects/create.ts'
import { project_delete, project_restore } from './projects/delete.ts'
import { project_file_apply, project_file_get, project_file_plan } from './projects/file.ts'
import { project_get, project_list } from './projects/list.ts'
import { project_logo_get, project_logo_set } from './projects/logo.ts'
import {
  project_mail_text_get,
  project_mail_text_list,
  project_mail_text_preview,
  project_mail_text_reset,
  project_mail_text_set,
  project_mail_text_test,
} from './projects/mail-texts.ts'
import {
  project_migration_hook_get,
  project_migration_hook_set,
  project_migration_hook_test,
} from './projects/migration-hook.ts'
import { project_move_get, project_move_set } from './projects/move.ts'
import { project_move_import } from './projects/move-import.ts'
import { project_owner_change } from './projects/owner.ts'
import { project_purge } from './projects/purge.ts'
import { project_sign_in_access_list } from './projects/sign-in-access.ts'
import { project_sign_in_test_finish, project_sign_in_test_start } from './projects/sign-in-test.ts'
import { project_summary_get } from './projects/summary.ts'
import { project_update } from './projects/update.ts'
import { federation_identity_address_adopt } from './providers/adopt-address.ts'
import { federation_catalogue_list } from './providers/catalogue.ts'
import { federation_provider_create } from './providers/create.ts'
import { federation_provider_delete } from './providers/delete.ts'
import { federation_identity_delete, federation_identity_list } from './providers/identities.ts'
import { federation_provider_get, federation_provider_list } from './providers/list.ts'
import { federation_provider_move } from './providers/move.ts'
import { federation_provider_certificate_renew } from './providers/renew-certificate.ts'
import { federation_provider_try, federation_provider_try_get } from './providers/try.ts'
import { federation_provider_update } from './providers/update.ts'
import { resource_declare } from './resources/declare.ts'
import { resource_get, resource_list } from './resources/list.ts'
import { resource_delete, resource_update } from './resources/update.ts'
import { resource_vouching_check } from './resources/vouching.ts'
import { labelled_object_list, project_labelled_object_list } from './search/labelled-objects.ts'
import { search } from './search/search.ts'
import { secret_reveal_get, secret_reveal_open } from './secret-reveals/operations.ts'
import {
  service_account_create,
  service_account_delete,
  service_account_update,
} from './service-accounts/changes.ts'
import { service_account_get, service_account_list } from './service-accounts/list.ts'
import { service_account_key_rotate } from './service-accounts/rotate.ts'
import { logout } from './sessions/logout.ts'
import { own_session_end, own_session_list } from './sessions/own-sessions.ts'
import { own_verification_send } from './sessions/own-verification.ts'
import { scope_get, scope_set } from './sessions/scope.ts'
import { setup } from './sessions/setup.ts'
import { whoami } from './sessions/who-am-i.ts'
import { errorreport_settings_get, errorreport_settings_update } from './settings/error-report.ts'
import { settings_get } from './settings/get.ts'
import { settings_update } from './settings/update.ts'
import { invitation_accept } from './teams/accept.ts'
import { team_invitation_attention_list } from './teams/attention.ts'
import { team_create } from './teams/create.ts'
import { team_delete } from './teams/delete.ts'
import { team_invitation_list, team_invitation_revoke } from './teams/invitations.ts'
import { team_invite } from './teams/invite.ts'
import { team_get, team_list } from './teams/list.ts'
import { team_member_add, team_member_remove, team_member_update } from './teams/members.ts'
import { invitation_get } from './teams/open-invitation.ts'
import { team_update } from './teams/update.ts'
import { project_user_assign_connection } from './users/assign-connection.ts'
import {
  project_user_bulk_activate,
  project_user_bulk_deactivate,
  project_user_bulk_delete,
  project_user_bulk_sign_out,
} from './users/bulk.ts'
import { project_user_create } from './users/create.ts'
import { project_user_delete } from './users/delete.ts'
import { project_user_email_change, project_user_mark_verified } from './users/email.ts'
import { project_user_erase } from './users/erase.ts'
import { project_user_export } from './users/export.ts'
import { project_user_import } from './users/import.ts'
import {
  project_user_invite,
  project_user_passkey_invite,
  project_user_verification_send,
} from './users/invitation.ts'
import { project_user_get, project_user_list } from './users/list.ts'
import { project_user_lock, project_user_unlock } from './users/lock.ts'
import { project_user_passkey_delete, project_user_passkey_list } from './users/passkeys.ts'
import { project_user_password_reset } from './users/password-reset.ts'
import { project_user_data_export } from './users/personal-data.ts'
import { project_user_recovery_codes_delete } from './users/recovery-codes.ts'
import {
  project_user_application_sign_out,
  project_user_session_list,
  project_user_sign_out,
  project_user_totp_clear,
} from './users/sign-out.ts'
import { project_user_update } from './users/update.ts'

export const handlers = {
  activity_overview,
  project_activity_get,
  project_sign_in_count_get,
  sign_in_overview_get,
  admin_create,
  admin_list,
  admin_get,
  admin_sign_in_readiness_get,
  admin_sign_out,
  admin_totp_clear,
  admin_super_grant,
  admin_super_withdraw,
  admin_update,
  admin_deactivate,
  approval_webhook_get,
  approval_webhook_set,
  approval_webhook_secret_rotate,
  approval_webhook_test,
  agent_client_permit,
  agent_client_update,
  agent_client_withdraw,
  agent_client_list,
  agent_client_get,
  agent_request_list,
  agent_request_decline,
  approval_approve,
  approval_refuse,
  approval_list,
  approval_get,
  approval_state_get,
  approval_refuse_all,
  agent_suspension_list,
  agent_suspension_end,
  audit_list,
  client_create,
  client_delete,
  client_error_list,
  client_grant_count_get,
  client_import,
  client_list,
  client_get,
  client_logout_test,
  client_secret_rotate,
  client_previous_secret_revoke,
  client_token_preview,
  client_update,
  provisioning_users_adopt,
  provisioning_users_hand_over,
  provisioning_users_release,
  provisioning_users_purge,
  provisioning_attention_list,
  provisioning_connection_create,
  provisioning_connection_update,
  provisioning_connection_delete,
  provisioning_credential_issue,
  provisioning_credential_retire,
  provisioning_credential_revoke,
  provisioning_hold_get,
  provisioning_hold_list,
  provisioning_connection_release,
  provisioning_connection_list,
  provisioning_connection_get,
  provisioning_directory_list,
  provisioning_request_list,
  provisioning_refusal_list,
  error_list,
  error_summary,
  error_get,
  error_by_reference,
  error_purge_preview,
  error_purge,
  project_group_assign_connection,
  project_group_create,
  project_group_list,
  project_group_get,
  project_group_member_list,
  project_group_member_add,
  project_group_member_remove,
  project_group_update,
  project_group_delete,
  jwks_list,
  jwks_generate,
  jwks_promote,
  jwks_demote,
  jwks_rotate,
  jwks_retire,
  jwks_revoke,
  project_key_list,
  project_key_ready_list,
  project_key_generate,
  project_key_promote,
  project_key_demote,
  project_key_rotate,
  project_key_retire,
  project_key_revoke,
  smtp_settings_get,
  smtp_settings_update,
  smtp_settings_test,
  plan_create,
  plan_update,
  plan_delete,
  plan_list,
  plan_get,
  project_plan_set,
  project_account_deletion_get,
  project_account_deletion_set,
  project_address_change,
  project_authenticator_list,
  project_client_registration_get,
  project_client_registration_update,
  project_registration_token_create,
  project_registration_token_revoke,
  project_create,
  project_delete,
  project_restore,
  project_file_get,
  project_file_plan,
  project_file_apply,
  project_list,
  project_get,
  project_logo_get,
  project_logo_set,
  project_mail_text_list,
  project_mail_text_get,
  project_mail_text_set,
  project_mail_text_reset,
  project_mail_text_preview,
  project_mail_text_test,
  project_migration_hook_get,
  project_migration_hook_set,
  project_migration_hook_test,
  project_move_get,
  project_move_set,
  project_move_import,
  project_owner_change,
  project_purge,
  project_sign_in_access_list,
  project_sign_in_test_start,
  project_sign_in_test_finish,
  project_summary_get,
  project_update,
  federation_identity_address_adopt,
  federation_catalogue_list,
  federation_provider_create,
  federation_provider_delete,
  federation_identity_list,
  federation_identity_delete,
  federation_provider_list,
  federation_provider_get,
  federation_provider_move,
  federation_provider_certificate_renew,
  federation_provider_try,
  federation_provider_try_get,
  federation_provider_update,
  resource_declare,
  resource_list,
  resource_get,
  resource_update,
  resource_delete,
  resource_vouching_check,
  labelled_object_list,
  project_labelled_object_list,
  search,
  secret_reveal_get,
  secret_reveal_open,
  service_account_create,
  service_account_update,
  service_account_delete,
  service_account_list,
  service_account_get,
  service_account_key_rotate,
  logout,
  own_session_list,
  own_session_end,
  own_verification_send,
  scope_get,
  scope_set,
  setup,
  whoami,
  errorreport_settings_get,
  errorreport_settings_update,
  settings_get,
  settings_update,
  invitation_accept,
  team_invitation_attention_list,
  team_create,
  team_delete,
  team_invitation_list,
  team_invitation_revoke,
  team_invite,
  team_list,
  team_get,
  team_member_add,
  team_member_update,
  team_member_remove,
  invitation_get,
  team_update,
  project_user_assign_connection,
  project_user_bulk_activate,
  project_user_bulk_deactivate,
  project_user_bulk_sign_out,
  project_user_bulk_delete,
  project_user_create,
  project_user_delete,
  project_user_email_change,
  project_user_mark_verified,
  project_user_erase,
  project_user_export,
  project_user_import,
  project_user_invite,
  project_user_passkey_invite,
  project_user_verification_send,
  project_user_list,
  project_user_get,
  project_user_lock,
  project_user_unlock,
  project_user_passkey_list,
  project_user_passkey_delete,
  project_user_password_reset,
  project_user_data_export,
  project_user_recovery_codes_delete,
  project_user_sign_out,
  project_user_totp_clear,
  project_user_session_list,
  project_user_application_sign_out,
  project_user_update,
}
