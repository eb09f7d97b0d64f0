import type pg from 'pg'
import ts from 'typescript-5'
import type { Column } from './columns.ts'

interface ColumnType {
  readonly name: string
  readonly isEnum: boolean
  /** Type of the elements of an array. */
  readonly element: number
}

/** The driver makes these types (packages/db/src/types.ts). */
const made: Readonly<Record<string, 'number' | 'boolean' | 'Date' | 'Buffer' | 'anything'>> = {
  int2: 'number',
  int4: 'number',
  int8: 'number',
  oid: 'number',
  float4: 'number',
  float8: 'number',
  bool: 'boolean',
  timestamptz: 'Date',
  timestamp: 'Date',
  bytea: 'Buffer',
  json: 'anything',
  jsonb: 'anything',
  void: 'anything',
}

const isUnchecked = ({ flags }: ts.Type): boolean => (flags & (ts.TypeFlags.Any | ts.TypeFlags.Unknown)) !== 0

export class Comparison {
  readonly #checker: ts.TypeChecker
  readonly #types: ReadonlyMap<number, ColumnType>
  /** Key: `table.column` in numbers of the catalogue. */
  readonly #nullable: ReadonlyMap<string, string>

  private constructor(
    checker: ts.TypeChecker,
    types: ReadonlyMap<number, ColumnType>,
    nullable: ReadonlyMap<string, string>,
  ) {
    this.#checker = checker
    this.#types = types
    this.#nullable = nullable
  }

  static async read(client: pg.Client, checker: ts.TypeChecker): Promise<Comparison> {
    const types = await client.query<{ oid: number; name: string; kind: string; element: number }>(
      'SELECT oid, typname AS name, typtype AS kind, typelem AS element FROM pg_type',
    )
    const nullable = await client.query<{ key: string; name: string }>(
      `SELECT concat_ws('.', attrelid::int8, attnum) AS key, attname AS name
        FROM pg_attribute JOIN pg_class c ON c.oid = attrelid
        WHERE attnum > 0 AND NOT attnotnull AND c.relkind IN ('r', 'p') AND c.relnamespace = 'public'::regnamespace`,
    )
    return new Comparison(
      checker,
      new Map(
        types.rows.map(({ oid, name, kind, element }) => [oid, { name, isEnum: kind === 'e', element }]),
      ),
      new Map(nullable.rows.map(({ key, name }) => [key, name])),
    )
  }

  problems(row: ts.Type, columns: readonly Column[], text = ''): string[] {
    if (row.flags & (ts.TypeFlags.TypeParameter | ts.TypeFlags.NonPrimitive)) return []
    const members = row.getProperties()
    const names = new Set(columns.map(({ name }) => name))
    return [
      ...members
        .filter(({ name, flags }) => !names.has(name) && !(flags & ts.SymbolFlags.Optional))
        .map(({ name }) => `${name} is not answered`),
      ...columns.flatMap((column) => {
        const member = members.find(({ name }) => name === column.name)
        if (!member) return [`${column.name} is answered and not in the type`]
        return this.#problemOf(column, this.#checker.getTypeOfSymbol(member), text)
      }),
    ]
  }

  #problemOf(column: Column, type: ts.Type, text: string): string[] {
    const parts = type.isUnion() ? type.types : [type]
    const values = parts.filter(({ flags }) => !(flags & (ts.TypeFlags.Null | ts.TypeFlags.Undefined)))
    const said = this.#checker.typeToString(type)
    if (!values.every((each) => this.#fits(column.typeId, each)))
      return [`${column.name} is ${this.#types.get(column.typeId)?.name}, not ${said}`]
    const allowsNull = values.length < parts.length || isUnchecked(type)
    return allowsNull || !this.#mayBeNull(column, text)
      ? []
      : [`${column.name} may be null, not only ${said}`]
  }

  /** False for a nullable column that the statement compares or sets. */
  #mayBeNull({ source }: Column, text: string): boolean {
    const name = source && this.#nullable.get(`${source.table}.${source.column}`)
    return name ? !new RegExp(`\\b${name} (?:IS NOT NULL|= (?!\\$))`).test(text) : false
  }

  #fits(typeId: number, type: ts.Type): boolean {
    if (isUnchecked(type)) return true
    const column = this.#types.get(typeId)
    if (!column) return false
    if (column.name.startsWith('_')) {
      const [element] = this.#checker.isArrayType(type)
        ? this.#checker.getTypeArguments(type as ts.TypeReference)
        : []
      if (!element) return false
      return (element.isUnion() ? element.types : [element])
        .filter(({ flags }) => !(flags & ts.TypeFlags.Null))
        .every((each) => this.#fits(column.element, each))
    }
    const kind = made[column.name] ?? 'string'
    if (kind === 'anything') return true
    if (kind === 'number') return (type.flags & ts.TypeFlags.NumberLike) !== 0
    if (kind === 'boolean') return (type.flags & ts.TypeFlags.BooleanLike) !== 0
    return kind === 'string' ? (type.flags & ts.TypeFlags.StringLike) !== 0 : type.symbol?.name === kind
  }
}
