import type { Answer } from '../../api/client.ts'
import { t } from '../../texts/index.ts'

export type CatalogueEntry = Answer<'federation_catalogue_list'>['catalogue'][number]

/** Kinds of OpenID Connect providers. */
export const kindOptions = (catalogue: readonly CatalogueEntry[]) => [
  ...catalogue.map(({ catalogueId, displayName }) => ({ value: catalogueId as string, label: displayName })),
  { value: 'oidc', label: t.providers.plain },
]

/** Fields in addition to the client ID, with their names at the provider. */
export const { fields } = t.providers
export type Field = keyof typeof fields
export const fieldNames = Object.keys(fields) as Field[]

const plain = {
  fields: ['issuer'],
  optionalFields: ['clientSecret', 'clientAuthentication', 'clientCertificate'],
}

export const isOffered = (entry: CatalogueEntry | undefined, name: string): boolean =>
  (entry ?? plain).optionalFields.includes(name)

/** Omits fixed fields, such as the issuer of Google. */
export function fieldsOf(entry: CatalogueEntry | undefined) {
  const { fields: needed, optionalFields } = entry ?? plain
  return fieldNames
    .filter((name) => needed.includes(name) || optionalFields.includes(name))
    .map((name) => ({ name, isOptional: optionalFields.includes(name) }))
}

/** Fields with text that is stored sealed and never shown. */
export const isSecretField = (name: Field): boolean =>
  name === 'clientSecret' || name === 'signingKey' || name === 'clientCertificate'

/** Rows of a field for PEM. */
export const rowsOf = (name: Field) =>
  name === 'signingKey' || name === 'clientCertificate' ? { rows: 6 } : {}

/** Undefined for a field of every authentication method. */
const methodOf: { readonly [Name in Field]?: string } = {
  clientSecret: 'secret',
  clientCertificate: 'tls_client_auth',
}

/** Returns the fields to fill in: a client that authenticates by a key or a certificate has no secret. */
export const shownFields = (entry: CatalogueEntry | undefined, method: string) =>
  fieldsOf(entry).filter(({ name }) => {
    const isMethodFixed = !isOffered(entry, 'clientAuthentication')
    return isMethodFixed || methodOf[name] === undefined || methodOf[name] === method
  })
