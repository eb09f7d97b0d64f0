export const holds = {
  title: 'Held removals',
  text: 'Directories that wanted to remove more people at once than their threshold lets through, the oldest first.',
  search: 'Search by directory or project',
  connection: 'Directory',
  since: 'Since',
  refused: 'Refused since',
  none: 'Nothing is held back',
  noneText: 'A directory that suddenly removes many people stops here until somebody looks.',
}
