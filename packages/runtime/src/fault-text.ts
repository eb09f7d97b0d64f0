import { createHash } from 'node:crypto'

const maxMessageCharacters = 500
const maxFrames = 30

/** What could be a credential or name a person: addresses, and long runs that no word is (T40). */
const telling = [/[^\s"'<>@]+@[^\s"'<>@]+/g, /[\w+/=-]{24,}(?:\.[\w+/=-]{8,})*/g] as const

/** The message of a defect, fit to be kept: what people wrote and what grants access is taken out. */
export const scrubbed = (message: string): string =>
  telling.reduce((text, pattern) => text.replace(pattern, '[…]'), message).slice(0, maxMessageCharacters)

/** Where a defect happened, without its message, which is different each time. */
export function framesOf(error: unknown): string | null {
  if (!(error instanceof Error) || !error.stack) return null
  const frames = error.stack.split('\n').filter((line) => /^\s+at /.test(line))
  return frames.length > 0
    ? frames
        .slice(0, maxFrames)
        .map((line) => line.trim())
        .join('\n')
    : null
}

/** What makes two occurrences the same fault: the same error, at the same place, on the same route. */
export const fingerprintOf = (...parts: readonly (string | null)[]): string =>
  createHash('sha256').update(JSON.stringify(parts)).digest('base64url')
