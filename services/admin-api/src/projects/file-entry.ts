/** Fields of an object in the form of a project file. */
export type Entry = Readonly<Record<string, unknown>>

/** Omits null: a missing field means null or the default. */
export const entryOf = (row: object, names: readonly string[]): Entry =>
  Object.fromEntries(
    names.flatMap((name): [string, unknown][] => {
      const value: unknown = Reflect.get(row, name)
      return value === null || value === undefined ? [] : [[name, value]]
    }),
  )
