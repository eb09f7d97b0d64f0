import { fileURLToPath } from 'node:url'

/** Ends in a slash. */
export const root = fileURLToPath(new URL('../..', import.meta.url))
