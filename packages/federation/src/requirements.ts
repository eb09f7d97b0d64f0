import { type KindField, kindOf } from './kinds.ts'

type GivenFields = { readonly [Field in KindField]?: unknown }

const isGiven = (value: unknown): boolean => value !== undefined && value !== null && value !== ''

export const missingFields = (catalogueId: string | null, given: GivenFields): KindField[] =>
  kindOf(catalogueId).needs.filter((field) => !isGiven(given[field]))

const kindFields: readonly KindField[] = ['issuer', 'clientSecret', 'tenant', 'teamId', 'keyId', 'signingKey']

export function foreignFields(catalogueId: string | null, given: GivenFields): KindField[] {
  const { needs, mayHave } = kindOf(catalogueId)
  return kindFields.filter(
    (field) => isGiven(given[field]) && !needs.includes(field) && !mayHave.includes(field),
  )
}
