import type { OperationName } from '@signet/contracts'

/** Operations without a page so far; the list only shrinks. */
export const missing: readonly OperationName[] = [
  'activity_overview',
  'errorreport_settings_get',
  'errorreport_settings_update',
  'jwks_generate',
  'jwks_list',
  'jwks_promote',
  'jwks_retire',
  'jwks_revoke',
  'jwks_rotate',
  'plan_create',
  'plan_delete',
  'plan_list',
  'plan_update',
  'provisioning_hold_list',
  'settings_get',
  'settings_update',
  'smtp_settings_get',
  'smtp_settings_test',
  'smtp_settings_update',
]
