import { type InputOf, limits, type Operation, sortsOf } from '@signet/contracts'
import { allOf, type Executor, type Sql, sql } from '@signet/db'
import { decodeCursor, encodeCursor, type Position } from './cursor.ts'
import { containsText } from './matching.ts'

const { listPage } = limits

/** Text in the order of its bytes, or a time. */
export interface Order {
  readonly by: Sql
  readonly isTime?: true
}

type FieldsOf<O extends Operation> =
  InputOf<O> extends { sort?: infer Sort } ? Exclude<NonNullable<Sort>, `-${string}`> & string : never

export interface Listing<O extends Operation> {
  /** Tables by their aliases, with one row for each listed object. */
  readonly from: Sql
  /** Unique text column. */
  readonly id: Sql
  /** Rows that the caller may list. Parameters of the request only narrow it. */
  readonly where: Sql
  /** Exact filter of the request; with it the answer is a page. */
  readonly exact?: Sql | undefined
  /** Columns that may contain `q`; `id` is compared as a whole. */
  readonly texts: readonly Sql[]
  readonly orders: { readonly [Field in FieldsOf<O>]: Order }
}

export interface PageInput {
  readonly q?: string | undefined
  readonly sort?: string | undefined
  readonly cursor?: string | undefined
  readonly count?: number | undefined
}

/** Absent when the list is returned whole. */
interface PageFacts {
  readonly nextCursor?: string
  readonly total?: number
  readonly totalCapped?: boolean
}

/**
 * A page starts after the values of the last row: concurrent inserts and deletes neither repeat nor hide other rows.
 * @param read reads rows by their ids, or all
 */
export async function readList<O extends Operation, Row extends { readonly id: string }>(
  operation: O,
  executor: Executor,
  listing: Listing<O>,
  input: PageInput,
  read: (ids: readonly string[] | undefined) => Promise<readonly Row[]>,
): Promise<{ readonly rows: readonly Row[]; readonly page: PageFacts }> {
  const { q, sort, cursor, count } = input
  const { exact } = listing
  if (!exact && q === undefined && sort === undefined && cursor === undefined && count === undefined)
    return { rows: await read(undefined), page: {} }
  const { ids, page } = await findPage(operation, executor, listing, input)
  const rows = new Map((await read(ids)).map((row) => [row.id, row]))
  return { rows: ids.flatMap((id) => rows.get(id) ?? []), page }
}

async function findPage<O extends Operation>(
  operation: O,
  executor: Executor,
  listing: Listing<O>,
  { q, cursor, count = listPage.default, ...input }: PageInput,
): Promise<{ readonly ids: string[]; readonly page: PageFacts }> {
  const orderOf = (sort: string): Order | undefined =>
    sortsOf(operation).includes(sort) ? Reflect.get(listing.orders, sort.replace(/^-/, '')) : undefined
  const isTime = (sort: string) => {
    const order = orderOf(sort)
    return order && order.isTime === true
  }
  const after = cursor === undefined ? undefined : decodeCursor(cursor, { isTime, sort: input.sort })
  const sort = after?.sort ?? input.sort ?? sortsOf(operation)[0] ?? ''
  const order = orderOf(sort)
  if (!order) throw new TypeError(`${operation.tool} has no order ${sort}.`)
  const where = allOf([
    listing.where,
    ...(listing.exact ? [listing.exact] : []),
    ...(q === undefined ? [] : [matching(listing, q)]),
  ])
  const [found, total] = await Promise.all([
    readKeys(executor, { ...listing, where }, { order, descending: sort.startsWith('-'), after }, count + 1),
    countTo(executor, { ...listing, where }),
  ])
  const rows = found.slice(0, count)
  const last = found.length > count ? rows.at(-1) : undefined
  return {
    ids: rows.map(({ id }) => id),
    page: {
      ...(last ? { nextCursor: encodeCursor({ sort, ...last }) } : {}),
      total: Math.min(total, listPage.countedUpTo),
      totalCapped: total > listPage.countedUpTo,
    },
  }
}

type Source = Pick<Listing<Operation>, 'from' | 'id' | 'where'>

const matching = ({ id, texts }: Pick<Listing<Operation>, 'id' | 'texts'>, q: string): Sql =>
  sql`(${containsText(q, texts)} OR ${id} = ${q})`

interface From {
  readonly order: Order
  readonly descending: boolean
  readonly after: Position | undefined
}

const readKeys = (
  executor: Executor,
  { from, id, where }: Source,
  { order: { by }, descending, after }: From,
  limit: number,
): Promise<Pick<Position, 'key' | 'id'>[]> => {
  const direction = descending ? sql`DESC` : sql`ASC`
  const beyond = descending ? sql`<` : sql`>`
  const rest = after ? [sql`(${by}, ${id}) ${beyond} (${after.key}, ${after.id})`] : []
  return executor.rows(sql`
    SELECT ${by} AS key, ${id} AS id FROM ${from} WHERE ${allOf([where, ...rest])}
    ORDER BY ${by} ${direction}, ${id} ${direction} LIMIT ${limit}`)
}

async function countTo(executor: Executor, { from, where }: Source): Promise<number> {
  const [row] = await executor.rows<{ total: number }>(sql`
    SELECT count(*)::int AS total FROM (SELECT 1 FROM ${from} WHERE ${where} LIMIT ${listPage.countedUpTo + 1}) counted`)
  return row?.total ?? 0
}
