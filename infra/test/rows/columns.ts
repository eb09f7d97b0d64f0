import type pg from 'pg'

export interface Column {
  readonly name: string
  readonly typeId: number
  /** Null for a computed column. */
  readonly source: { readonly table: number; readonly column: number } | null
}

interface Fields {
  readonly fields: readonly {
    readonly name: string
    readonly dataTypeID: number
    /** Zero for a computed column. */
    readonly tableID: number
    readonly columnID: number
  }[]
}

/** Sends Parse and Describe of the protocol, without running the statement. */
export const describe = (client: pg.Client, text: string): Promise<readonly Column[]> =>
  new Promise((resolve, reject) => {
    let columns: readonly Column[] = []
    client.query({
      submit(connection: pg.Connection) {
        connection.parse({ text, name: '', types: [] }, true)
        connection.describe({ type: 'S', name: '' }, true)
        connection.sync()
      },
      handleRowDescription({ fields }: Fields) {
        columns = fields.map((each) => ({
          name: each.name,
          typeId: each.dataTypeID,
          source: each.tableID === 0 ? null : { table: each.tableID, column: each.columnID },
        }))
      },
      handleError: reject,
      handleReadyForQuery: () => resolve(columns),
    } as pg.Submittable)
  })
