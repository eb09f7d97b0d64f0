import { fileURLToPath } from 'node:url'

/** The repository's root folder, with a slash at the end. */
export const root = fileURLToPath(new URL('../..', import.meta.url))
