import { ScimError } from './error.ts'

/** Weak (RFC 7644 section 3.14), because one version has several representations. */
export const tagOf = (version: number): string => `W/"${version}"`

/** Weak comparison of RFC 9110 section 13.1. */
export const namesVersion = (header: string, version: number): boolean =>
  header
    .split(',')
    .map((tag) => tag.trim().replace(/^W\//, ''))
    .some((tag) => tag === '*' || tag === `"${version}"`)

export function requireVersion(ifMatch: string | undefined, version: number): void {
  if (ifMatch !== undefined && !namesVersion(ifMatch, version))
    throw new ScimError(412, 'The resource has another version by now; read it again.')
}
