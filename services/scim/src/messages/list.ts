const listUrn = 'urn:ietf:params:scim:api:messages:2.0:ListResponse'

interface Page<Resource> {
  readonly resources: readonly Resource[]
  /** Default: the number of resources of the page. */
  readonly totalResults?: number
  /** Begins at 1; null for a page by cursor, which has no position (RFC 9865). */
  readonly startIndex?: number | null
  readonly nextCursor?: string
}

/** RFC 7644 section 3.4.2 */
export const listResponse = <Resource>({
  resources,
  totalResults = resources.length,
  startIndex = 1,
  nextCursor,
}: Page<Resource>) => ({
  schemas: [listUrn],
  totalResults,
  ...(startIndex === null ? {} : { startIndex }),
  itemsPerPage: resources.length,
  ...(nextCursor === undefined ? {} : { nextCursor }),
  Resources: resources,
})
