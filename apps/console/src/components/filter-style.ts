/** The controls of a filter bar: a name or a value, and a chevron at the end. */
export const filterStyle =
  'flex h-8.5 items-center gap-2 rounded-md bg-surface px-3 font-medium shadow-card ring-1 ring-inset ring-line hover:bg-hover'
