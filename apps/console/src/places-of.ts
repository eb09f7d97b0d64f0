import type { Noun, Places } from './noun.ts'

/** Returns the page of each operation. The build replaces this module by its result, and removes `places` from the nouns. */
export const placesOf = (nouns: readonly Noun[]): Places =>
  Object.assign({}, ...nouns.map(({ places }) => places))
