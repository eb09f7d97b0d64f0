/** Exit codes: 0 without changes, and 2 so that a script distinguishes changes from an error. */
export const exits = { error: 1, changes: 2 } as const
