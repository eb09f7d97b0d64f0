/** Mutants that change nothing a caller can observe: the id of each, and the reason. */
export const equivalents: ReadonlyMap<string, string> = new Map([])
