export const lists = {
  display: 'Display',
  rows: 'Row height',
  densities: { compact: 'Compact', comfortable: 'Comfortable' },
  columns: 'Columns',
  filter: 'Filter',
  removeFilter: (label: string) => `Remove the filter ${label}`,
  views: 'Views',
  saveView: 'Save this view',
  saveViewText:
    'The search, filters, order and columns under a name, in this browser. The address of the page holds all of it too: send it to somebody who may see the list.',
  deleteView: (name: string) => `Forget ${name}`,
  peek: 'Side view',
  peekKey: 'Side view (Space)',
}
