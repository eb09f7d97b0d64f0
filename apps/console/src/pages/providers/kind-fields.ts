import type { Answer } from '../../api/client.ts'
import { t } from '../../texts/index.ts'

export type CatalogueEntry = Answer<'federation_catalogue_list'>['catalogue'][number]

/** What each kind may ask for besides its client ID, and how it is called there. */
export const { fields } = t.providers
export type Field = keyof typeof fields
export const fieldNames = Object.keys(fields) as Field[]

/** Plain OpenID Connect, of which nothing is known beforehand. */
const plain = { fields: ['issuer'], optionalFields: ['clientSecret'] }

/** The fields of a kind; what it has fixed, such as the issuer of Google, is not among them. */
export function fieldsOf(entry: CatalogueEntry | undefined) {
  const { fields: needed, optionalFields } = entry ?? plain
  return fieldNames
    .filter((name) => needed.includes(name) || optionalFields.includes(name))
    .map((name) => ({ name, isOptional: optionalFields.includes(name) }))
}
