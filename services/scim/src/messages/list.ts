const listUrn = 'urn:ietf:params:scim:api:messages:2.0:ListResponse'

interface Page<Resource> {
  readonly resources: readonly Resource[]
  /** How many there are in all; without it, the page is all. */
  readonly totalResults?: number
  /** Position of the first, from 1. */
  readonly startIndex?: number
}

/** RFC 7644 3.4.2. */
export const listResponse = <Resource>({
  resources,
  totalResults = resources.length,
  startIndex = 1,
}: Page<Resource>) => ({
  schemas: [listUrn],
  totalResults,
  startIndex,
  itemsPerPage: resources.length,
  Resources: resources,
})
