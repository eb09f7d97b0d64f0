/** Directories read errors in the form of RFC 7644 section 3.12 only. */

export const scimMediaType = 'application/scim+json; charset=utf-8'

/** Path below the address of any project. */
export const scimPath = /\/scim\/v2(?:\/|$)/

export const isScimTarget = (target: string): boolean => scimPath.test(target.split('?', 1)[0] ?? '')

export const scimRefusal = (status: number, detail: string): string =>
  JSON.stringify({
    schemas: ['urn:ietf:params:scim:api:messages:2.0:Error'],
    status: String(status),
    detail,
  })

export const tooLarge = 'The body is larger than 1 MiB.'
export const tooManyRequests =
  'There are too many concurrent requests from this address. Try again in 1 second.'
export const slashTooMany =
  'The path has a slash too many. Enter the base address without a slash at its end.'
