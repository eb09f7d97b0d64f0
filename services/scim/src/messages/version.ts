import { ScimError } from './error.ts'

/** RFC 7644 3.14: a weak tag, because the same version may be written in several ways. */
export const tagOf = (version: number): string => `W/"${version}"`

/** Whether a header of RFC 9110 13.1 names a version; weak comparison, as weak tags need. */
export const namesVersion = (header: string, version: number): boolean =>
  header
    .split(',')
    .map((tag) => tag.trim().replace(/^W\//, ''))
    .some((tag) => tag === '*' || tag === `"${version}"`)

/** Refuses a change that was meant for another version (If-Match). */
export function requireVersion(ifMatch: string | undefined, version: number): void {
  if (ifMatch !== undefined && !namesVersion(ifMatch, version))
    throw new ScimError(412, 'The resource has another version by now; read it again.')
}
