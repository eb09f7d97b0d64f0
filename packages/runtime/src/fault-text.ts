import { createHash } from 'node:crypto'

const maxMessageCharacters = 500
const maxFrames = 30

/** Possible credentials and personal data: addresses, and long runs of characters that are no word. */
const telling = [/[^\s"'<>@]+@[^\s"'<>@]+/g, /[\w+/=-]{24,}(?:\.[\w+/=-]{8,})*/g] as const

/** Removes user input and credentials before a message is stored. */
export const scrubbed = (message: string): string =>
  telling.reduce((text, pattern) => text.replace(pattern, '[…]'), message).slice(0, maxMessageCharacters)

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

/** Identifies the same error in the same code on the same route. */
export const fingerprintOf = (...parts: readonly (string | null)[]): string =>
  createHash('sha256').update(JSON.stringify(parts)).digest('base64url')
