import type { OperationName } from '@signet/contracts'

/** Operations without a page, with their location in the console. */
export const everywhere = {
  client_import: 'The command line.',
  project_move_import: 'The command line.',
  admin_get: 'Programs, for its ETag.',
  plan_get: 'Programs, for its ETag.',
  approval_state_get: 'Agents only; the page of the approval has it for people.',
  logout: 'The account menu.',
  own_verification_send: 'The account menu.',
  search: 'The command palette.',
  labelled_object_list: 'Programs, by labels.',
  project_labelled_object_list: 'Programs, by labels.',
  service_account_key_rotate: 'The command line.',
  scope_get: 'The team switcher shows what whoami answers.',
  scope_set: 'The team switcher.',
} as const satisfies Partial<Record<OperationName, string>>
