import type { Noun } from '../../noun.ts'

/** The pages before the sign-in; their routes are of the frame, since nothing else may stand there. */
export const entryNoun = {
  places: { setup: '/setup', invitation_accept: '/invitation' },
} as const satisfies Noun
