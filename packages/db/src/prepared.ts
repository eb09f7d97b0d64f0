/// <reference path="./pg-utils.d.ts" />
import type { Writable } from 'node:stream'
import type pg from 'pg'
import { prepareValue } from 'pg/lib/utils.js'
import { serialize } from 'pg-protocol'
import { columnTypes } from './types.ts'

/** What the driver's connection is to its queries. */
interface Wire {
  readonly stream: Writable
}

type Columns = readonly { readonly name: string; readonly read: (text: string) => unknown }[]

/** Statements each connection has parsed and described. */
const prepared = new WeakMap<Wire, Map<string, Columns>>()

function preparedOn(wire: Wire): Map<string, Columns> {
  const known = prepared.get(wire) ?? new Map<string, Columns>()
  prepared.set(wire, known)
  return known
}

const described = serialize.describe({ type: 'P' })
const run = Buffer.concat([serialize.execute(), serialize.sync()])

export interface Outcome<Row> {
  readonly rows: Row[]
  /** Rows that the statement returned or changed. */
  readonly count: number
}

/**
 * One execution of a prepared statement. The driver's own query asks for the columns with every execution and builds a
 * result of many parts; this asks once per connection, and makes half the work of a small statement.
 */
export class Prepared<Row extends object> implements pg.Submittable {
  /** The driver sets its time limit around it. */
  callback: (error: Error | null, outcome?: Outcome<Row>) => void
  readonly #name: string
  readonly #text: string
  readonly #values: unknown[]
  readonly #rows: Row[] = []
  #known: Map<string, Columns> | undefined
  #columns: Columns = []
  #count = 0
  #failure: Error | undefined

  /** @param name of the prepared statement; empty for one that is used once */
  constructor(
    name: string,
    text: string,
    values: unknown[],
    callback: (error: Error | null, outcome?: Outcome<Row>) => void,
  ) {
    this.#name = name
    this.#text = text
    this.#values = values
    this.callback = callback
  }

  /** One message of all parts: each write of its own would be a call of the system (PostgreSQL, Extended Query). */
  submit(connection: unknown): void {
    const wire = connection as Wire
    this.#known = preparedOn(wire)
    const columns = this.#name ? this.#known.get(this.#name) : undefined
    if (columns) this.#columns = columns
    try {
      const bound = serialize.bind({
        statement: this.#name,
        values: this.#values,
        valueMapper: prepareValue,
      })
      wire.stream.write(Buffer.concat(columns ? [bound, run] : [...this.#parsed(), bound, described, run]))
    } catch (error) {
      this.#failure = error as Error
      wire.stream.write(serialize.sync())
    }
  }

  /** Closed before: a statement whose first execution failed is parsed, and was never described. */
  #parsed(): Buffer[] {
    const name = this.#name
    const closed = name ? [serialize.close({ type: 'S', name })] : []
    return [...closed, serialize.parse({ name, text: this.#text })]
  }

  handleRowDescription({ fields }: { fields: { name: string; dataTypeID: number }[] }): void {
    this.#columns = fields.map(({ name, dataTypeID }) => ({
      name,
      read: columnTypes.getTypeParser(dataTypeID, 'text'),
    }))
  }

  handleDataRow({ fields }: { fields: (string | null)[] }): void {
    const row: Record<string, unknown> = {}
    try {
      for (const [index, { name, read }] of this.#columns.entries()) {
        const text = fields[index] ?? null
        row[name] = text === null ? null : read(text)
      }
    } catch (error) {
      this.#failure ??= error as Error
    }
    this.#rows.push(row as Row)
  }

  /** `UPDATE 3`, `INSERT 0 1`, `SELECT 20`. */
  handleCommandComplete({ text }: { text: string }): void {
    this.#count = Number(text.slice(text.lastIndexOf(' ') + 1)) || 0
    if (this.#name) this.#known?.set(this.#name, this.#columns)
  }

  /** After a change of the schema a statement is refused until it is parsed again. */
  handleError(error: Error): void {
    this.#known?.delete(this.#name)
    this.callback(this.#failure ?? error)
  }

  handleReadyForQuery(): void {
    if (this.#failure) this.callback(this.#failure)
    else this.callback(null, { rows: this.#rows, count: this.#count })
  }

  /** A text without a statement. */
  handleEmptyQuery(): void {}
}
