/** 0 without changes; 2 distinguishes changes from an error. */
export const exits = { error: 1, changes: 2 } as const
