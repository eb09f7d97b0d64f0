import type { ProvisioningProblem } from '@signet/contracts'
import type { Answer } from '../../api/client.ts'

export type Connection = Answer<'provisioning_connection_get'>

/** What keeps a directory from working, and what to do about it. */
export const warningTexts: Readonly<Record<Connection['warnings'][number], string>> = {
  scim_off: 'Provisioning is switched off on this instance.',
  no_scim_address: 'The project has no address that a directory could reach.',
  provider_disabled: 'The identity provider it is bound to is disabled, so its people cannot sign in.',
  no_credential: 'It has no credential that works: issue one.',
  credential_expires_soon: 'A credential expires soon: issue another one.',
  credential_expired: 'A credential has expired: issue another one.',
  held: 'Removals are held back until somebody releases them.',
}

/** Why a request did not work, for who looks for a person that did not arrive. */
export const problemTexts: Readonly<Record<ProvisioningProblem, string>> = {
  invalid: 'Not valid',
  uniqueness: 'Name or address is taken',
  held_back: 'Removal held back',
  refused: 'Refused by a rule',
  not_found: 'Not found, or not of this directory',
  stale_version: 'Changed meanwhile',
  not_allowed: 'Connection disabled',
  rate_limited: 'Too many requests',
  too_large: 'Too large',
  not_supported: 'Not supported',
  unavailable: 'Service was not available',
  defect: 'Fault on our side',
}

export const directoryNames: Readonly<Record<Connection['directory'], string>> = {
  entra: 'Microsoft Entra ID',
  okta: 'Okta',
  generic: 'SCIM 2.0',
}
