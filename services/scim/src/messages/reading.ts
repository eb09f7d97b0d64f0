import { ScimError } from './error.ts'

/** Mode of reading the body of one request, and its ignored attributes. */
export interface Reading {
  /** Rejects deviations from RFC 7644 instead of accepting known ones of directories. */
  readonly strict: boolean
  /** Names of attributes that are not stored. */
  readonly ignored: Set<string>
}

/** Limit of collected names. The log contains some of them. */
const maxIgnored = 100

/** Ignores an unknown attribute, or rejects it when strict. */
export function passOver({ strict, ignored }: Reading, name: string): void {
  if (strict)
    throw new ScimError(400, `${name} is no attribute of this resource.`, {
      scimType: 'invalidSyntax',
      attribute: name,
    })
  if (ignored.size < maxIgnored) ignored.add(name.slice(0, 256))
}

export const invalidValue = (path: string, message: string): ScimError =>
  new ScimError(400, `${path} ${message}.`, { scimType: 'invalidValue', attribute: path })
