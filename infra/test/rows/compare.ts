import type pg from 'pg'
import ts from 'typescript-5'
import type { Column } from './columns.ts'

interface ColumnType {
  readonly name: string
  readonly isEnum: boolean
  /** Of an array's elements. */
  readonly element: number
}

/** What the driver makes of a column's value (packages/db/src/types.ts). */
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

/** Compares row types with what the server says of statements. */
export class Comparison {
  readonly #checker: ts.TypeChecker
  readonly #types: ReadonlyMap<number, ColumnType>

  private constructor(checker: ts.TypeChecker, types: ReadonlyMap<number, ColumnType>) {
    this.#checker = checker
    this.#types = types
  }

  static async read(client: pg.Client, checker: ts.TypeChecker): Promise<Comparison> {
    const types = await client.query<{ oid: number; name: string; kind: string; element: number }>(
      'SELECT oid, typname AS name, typtype AS kind, typelem AS element FROM pg_type',
    )
    return new Comparison(
      checker,
      new Map(
        types.rows.map(({ oid, name, kind, element }) => [oid, { name, isEnum: kind === 'e', element }]),
      ),
    )
  }

  /** What is wrong with a row type for an answer of these columns. */
  problems(row: ts.Type, columns: readonly Column[]): string[] {
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
        return this.#problemOf(column, this.#checker.getTypeOfSymbol(member))
      }),
    ]
  }

  #problemOf(column: Column, type: ts.Type): string[] {
    const parts = type.isUnion() ? type.types : [type]
    const values = parts.filter(({ flags }) => !(flags & (ts.TypeFlags.Null | ts.TypeFlags.Undefined)))
    const said = this.#checker.typeToString(type)
    return values.every((each) => this.#fits(column.typeId, each))
      ? []
      : [`${column.name} is ${this.#types.get(column.typeId)?.name}, not ${said}`]
  }

  #fits(typeId: number, type: ts.Type): boolean {
    if (type.flags & (ts.TypeFlags.Any | ts.TypeFlags.Unknown)) return true
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
