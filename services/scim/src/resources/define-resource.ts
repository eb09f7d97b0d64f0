import type { Schema } from '../schemas/attribute.ts'

/** Discovery documents and routes are derived from it. */
export interface ResourceDefinition {
  /** Value of `meta.resourceType`. */
  readonly name: string
  /** Example: `/Users`. */
  readonly endpoint: `/${string}`
  readonly description: string
  readonly schema: Schema
  readonly extensions: readonly { readonly schema: Schema; readonly required: boolean }[]
}

export const defineResource = <const R extends ResourceDefinition>(resource: R): R => resource

/** RFC 7643 section 6 */
export const resourceTypeOf = (resource: ResourceDefinition, baseUrl: string) => ({
  schemas: ['urn:ietf:params:scim:schemas:core:2.0:ResourceType'],
  id: resource.name,
  name: resource.name,
  description: resource.description,
  endpoint: resource.endpoint,
  schema: resource.schema.id,
  ...(resource.extensions.length > 0
    ? {
        schemaExtensions: resource.extensions.map(({ schema, required }) => ({
          schema: schema.id,
          required,
        })),
      }
    : {}),
  meta: { resourceType: 'ResourceType', location: `${baseUrl}/ResourceTypes/${resource.name}` },
})

/** RFC 7643 section 7 */
export const schemaOf = (schema: Schema, baseUrl: string) => ({
  schemas: ['urn:ietf:params:scim:schemas:core:2.0:Schema'],
  ...schema,
  meta: { resourceType: 'Schema', location: `${baseUrl}/Schemas/${schema.id}` },
})

export const schemasOf = (resources: readonly ResourceDefinition[]): Schema[] => [
  ...new Set(
    resources.flatMap(({ schema, extensions }) => [
      schema,
      ...extensions.map((extension) => extension.schema),
    ]),
  ),
]
