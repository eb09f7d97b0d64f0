import type { Noun } from '../../noun.ts'

/** Their routes are declared with the frame. */
export const entryNoun = {
  places: { setup: '/setup', invitation_get: '/invitation', invitation_accept: '/invitation' },
} as const satisfies Noun
