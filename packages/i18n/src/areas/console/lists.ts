// Written by src/print.ts from messages/.
export interface ListsTexts {
  readonly display: string
  readonly rows: string
  readonly densities: {
    readonly compact: string
    readonly comfortable: string
  }
  readonly columns: string
  readonly filter: string
  readonly removeFilter: (label: string) => string
  readonly views: string
  readonly saveView: string
  readonly saveViewText: string
  readonly deleteView: (name: string) => string
  readonly peek: string
  readonly peekKey: string
  readonly count: (count: number) => string
  readonly selected: (count: number) => string
  readonly clearSelection: string
  readonly selectAll: string
  readonly selectRow: (name: string) => string
}
