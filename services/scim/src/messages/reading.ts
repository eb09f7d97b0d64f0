import { ScimError } from './error.ts'

/** How the body of one request is read, and what of it was passed over. */
export interface Reading {
  /** Refuses what RFC 7644 does not allow, instead of accepting known quirks of directories. */
  readonly strict: boolean
  /** Names of attributes that were sent and are not kept. */
  readonly ignored: Set<string>
}

/** The log names some of them. */
const maxIgnored = 100

/** Passes over an attribute that the resource does not have, or refuses it where quirks are not accepted. */
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
