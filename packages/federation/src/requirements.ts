import { type KindField, kindOf } from './kinds.ts'

type GivenFields = { readonly [Field in KindField]?: unknown }

const isGiven = (value: unknown): boolean => value !== undefined && value !== null && value !== ''

/** Returns the required fields that are missing. A client that signs assertions needs no secret. */
export const missingFields = (catalogueId: string | null, given: GivenFields): KindField[] =>
  kindOf(catalogueId).needs.filter(
    (field) =>
      !isGiven(given[field]) &&
      !(field === 'clientSecret' && given.clientAuthentication === 'private_key_jwt'),
  )

const kindFields: readonly KindField[] = [
  'issuer',
  'clientSecret',
  'clientAuthentication',
  'tenant',
  'teamId',
  'keyId',
  'signingKey',
]

/** Every kind authenticates by a secret, unless it has another method of its own. */
const isDefault = (field: KindField, value: unknown): boolean =>
  field === 'clientAuthentication' && value === 'secret'

export function foreignFields(catalogueId: string | null, given: GivenFields): KindField[] {
  const { needs, mayHave } = kindOf(catalogueId)
  return kindFields.filter(
    (field) =>
      isGiven(given[field]) &&
      !isDefault(field, given[field]) &&
      !needs.includes(field) &&
      !mayHave.includes(field),
  )
}
