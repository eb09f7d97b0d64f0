import sql, { join, Sql } from 'sql-template-tag'

export { empty, raw } from 'sql-template-tag'
export { join, Sql, sql }

/** True for an empty list. */
export const allOf = (conditions: readonly Sql[]): Sql =>
  conditions.length ? join([...conditions], ' AND ') : sql`true`

class FixedSql extends Sql {
  readonly #text: string

  constructor(strings: readonly string[], value: unknown, text: string) {
    super(strings, [value])
    this.#text = text
  }

  override get text(): string {
    return this.#text
  }
}

/**
 * Builds the text once. For statements sent with nearly every request, where building the text and looking up its name costs as much as
 * sending it.
 */
export function fixed(before: string, after: string): (value: unknown) => Sql {
  const strings = [before, after]
  const text = strings.join('$1')
  return (value) => new FixedSql(strings, value, text)
}

export interface Executor {
  /** Types: int8 as number, date as `YYYY-MM-DD`, timestamptz as Date, json parsed. */
  rows<Row extends object>(statement: Sql): Promise<Row[]>
  /** @returns the number of changed rows */
  run(statement: Sql): Promise<number>
}
