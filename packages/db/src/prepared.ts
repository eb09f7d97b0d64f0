/// <reference path="./pg-utils.d.ts" />
import type { Writable } from 'node:stream'
import type pg from 'pg'
import { prepareValue } from 'pg/lib/utils.js'
import { serialize } from 'pg-protocol'
import { rejectStandby, type Scope } from './scope.ts'
import { columnTypes } from './types.ts'

interface Wire {
  readonly stream: Writable
}

type Columns = readonly { readonly name: string; readonly read: (text: string) => unknown }[]

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

export interface Statement {
  /** Empty for a statement that is used once. */
  readonly name: string
  readonly text: string
  readonly values: unknown[]
  /** Valid for this statement only; sent in the same message. */
  readonly scope?: Scope | undefined
  /** Behind a pooler in transaction mode nothing is prepared, and a standby is rejected. */
  readonly isPooled?: boolean
}

const scoping = { name: 'signet scope', text: 'SELECT set_config($1, $2, true)' }
const pooledScoping = { name: '', text: `SELECT set_config($1, $2, true), ${rejectStandby}` }
const pooledStart = { name: '', text: `SELECT ${rejectStandby}` }

/**
 * The driver's own query requests the columns with every execution; this class requests them once per connection, which halves the cost
 * of a small statement.
 */
export class PreparedQuery<Row extends object> implements pg.Submittable {
  /** The driver wraps it with its time limit. */
  callback: (error: Error | null, outcome?: Outcome<Row>) => void
  readonly #statement: Statement
  readonly #rows: Row[] = []
  #known: Map<string, Columns> | undefined
  /** The first result belongs to the SET statement and is discarded. */
  #awaitsScope: boolean
  #columns: Columns = []
  #count = 0
  #failure: Error | undefined

  constructor(statement: Statement, callback: (error: Error | null, outcome?: Outcome<Row>) => void) {
    this.#statement = statement
    this.#awaitsScope = statement.scope !== undefined || statement.isPooled === true
    this.callback = callback
  }

  /** Sends all parts in one message: each write is a system call (PostgreSQL, Extended Query). */
  submit(connection: unknown): void {
    const wire = connection as Wire
    this.#known = preparedOn(wire)
    const { name, values } = this.#statement
    const columns = name ? this.#known.get(name) : undefined
    if (columns) this.#columns = columns
    try {
      const bound = serialize.bind({ statement: name, values, valueMapper: prepareValue })
      const parts = columns ? [bound, run] : [...parsed(this.#statement), bound, described, run]
      wire.stream.write(Buffer.concat([...this.#scoped(), ...parts]))
    } catch (error) {
      this.#failure = error as Error
      this.#awaitsScope = false
      wire.stream.write(serialize.sync())
    }
  }

  /** Sends no Sync between the two, so that they run in one transaction and the setting ends with the statement. */
  #scoped(): Buffer[] {
    const { scope, isPooled } = this.#statement
    if (isPooled) return pooledScope(scope)
    if (!scope) return []
    const bound = serialize.bind({ statement: scoping.name, values: [scope.setting, scope.value] })
    const known = this.#known?.has(scoping.name)
    return [...(known ? [] : parsed(scoping)), bound, serialize.execute()]
  }

  handleRowDescription({ fields }: { fields: { name: string; dataTypeID: number }[] }): void {
    this.#columns = fields.map(({ name, dataTypeID }) => ({
      name,
      read: columnTypes.getTypeParser(dataTypeID, 'text'),
    }))
  }

  handleDataRow({ fields }: { fields: (string | null)[] }): void {
    if (this.#awaitsScope) return
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
    if (this.#awaitsScope) {
      this.#awaitsScope = false
      if (!this.#statement.isPooled) this.#known?.set(scoping.name, [])
      return
    }
    this.#count = Number(text.slice(text.lastIndexOf(' ') + 1)) || 0
    if (this.#statement.name) this.#known?.set(this.#statement.name, this.#columns)
  }

  /** PostgreSQL rejects the prepared statement after a change of the schema; the next execution parses it again. */
  handleError(error: Error): void {
    this.#known?.delete(this.#awaitsScope ? scoping.name : this.#statement.name)
    this.callback(this.#failure ?? error)
  }

  handleReadyForQuery(): void {
    if (this.#failure) this.callback(this.#failure)
    else this.callback(null, { rows: this.#rows, count: this.#count })
  }

  /** Reached for a text without a statement. */
  handleEmptyQuery(): void {}
}

function pooledScope(scope: Scope | undefined): Buffer[] {
  const bound = serialize.bind({ statement: '', values: scope ? [scope.setting, scope.value] : [] })
  return [...parsed(scope ? pooledScoping : pooledStart), bound, serialize.execute()]
}

/** Closes the name first: a statement whose first execution failed is parsed but was never described. */
function parsed({ name, text }: Pick<Statement, 'name' | 'text'>): Buffer[] {
  const closed = name ? [serialize.close({ type: 'S', name })] : []
  return [...closed, serialize.parse({ name, text })]
}
