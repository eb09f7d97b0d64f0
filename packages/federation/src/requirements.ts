import { type KindField, kindOf } from './kinds.ts'
import type { Protocol } from './protocol.ts'

type GivenFields = { readonly [Field in KindField]?: unknown }

const isGiven = (value: unknown): boolean =>
  value !== undefined && value !== null && value !== '' && !(Array.isArray(value) && value.length === 0)

/** A client that authenticates by a key or a certificate needs no secret. */
export const missingFields = (
  catalogueId: string | null,
  given: GivenFields,
  protocol?: Protocol,
): KindField[] =>
  kindOf(catalogueId, protocol).needs.filter(
    (field) =>
      !isGiven(given[field]) &&
      !(
        field === 'clientSecret' &&
        isGiven(given.clientAuthentication) &&
        given.clientAuthentication !== 'secret'
      ),
  )

const kindFields: readonly KindField[] = [
  'issuer',
  'clientSecret',
  'clientAuthentication',
  'clientCertificate',
  'tenant',
  'teamId',
  'keyId',
  'signingKey',
  'scopes',
  'secretExpiresOn',
  'ssoUrl',
  'signingCertificates',
  'metadataUrl',
  'nameIdFormat',
  'signsRequests',
]

const ofOpenIdConnect: readonly KindField[] = ['scopes', 'secretExpiresOn']

/** Every kind authenticates by a secret, unless it has another method of its own. */
const isDefault = (field: KindField, value: unknown): boolean =>
  (field === 'clientAuthentication' && value === 'secret') || (field === 'signsRequests' && value === false)

export function foreignFields(
  catalogueId: string | null,
  given: GivenFields,
  protocol?: Protocol,
): KindField[] {
  const { needs, mayHave } = kindOf(catalogueId, protocol)
  const common = protocol === 'saml' ? [] : ofOpenIdConnect
  return kindFields.filter(
    (field) =>
      isGiven(given[field]) &&
      !isDefault(field, given[field]) &&
      ![...needs, ...mayHave, ...common].includes(field),
  )
}
