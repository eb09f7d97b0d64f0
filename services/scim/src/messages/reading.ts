import { ScimError } from './error.ts'

export interface Reading {
  /** Rejects deviations from RFC 7644 instead of accepting known ones of directories. */
  readonly strict: boolean
  readonly ignored: Set<string>
}

/** The log contains some of the collected names. */
const maxIgnored = 100

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
