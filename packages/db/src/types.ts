import pg from 'pg'

const { INT8, DATE } = pg.types.builtins

/** Counts fit a number; a date has no time zone and stays text. */
const parsers = new Map<number, (text: string) => unknown>([
  [INT8, Number],
  [DATE, (text) => text],
])

/** How column values become JavaScript values, on our pools only. */
export const columnTypes: pg.CustomTypesConfig = {
  getTypeParser: (oid: number, format?: 'text' | 'binary') =>
    (format === 'binary' ? undefined : parsers.get(oid)) ?? pg.types.getTypeParser(oid, format ?? 'text'),
}
