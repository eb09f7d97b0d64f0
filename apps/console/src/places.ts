import type { OperationName } from '@signet/contracts'
import type { PagePath } from './noun.ts'
import { typedNouns } from './nouns.ts'
import { placesOf } from './places-of.ts'

/** Operations without a page, with their location in the console. */
const everywhere = {
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
  scope_get: 'The team switcher shows the answer of whoami.',
  scope_set: 'The team switcher.',
} as const satisfies Partial<Record<OperationName, string>>

type KeysOf<T> = T extends T ? keyof T : never
type PageOfOperation = Record<KeysOf<(typeof typedNouns)[number]['places']>, PagePath>

/** The page of each operation, or its entry above. An operation without one does not compile. */
export const placeOfOperation: Readonly<Record<OperationName, string>> = {
  ...everywhere,
  ...(placesOf(typedNouns) as PageOfOperation),
}
