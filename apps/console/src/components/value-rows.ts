export interface ValueRow {
  readonly name: string
  readonly value: string
}

/** A nested member has the path that leads to it. */
export const valueRows = (members: Readonly<Record<string, unknown>>, within = ''): ValueRow[] =>
  Object.entries(members).flatMap(([name, value]) => {
    const path = within ? `${within} › ${spaced(name)}` : spaced(name)
    if (Array.isArray(value) && value.every(isPlain))
      return value.length > 0 ? [{ name: path, value: value.map(visible).join(', ') }] : []
    if (typeof value === 'object' && value !== null)
      return valueRows(value as Readonly<Record<string, unknown>>, path)
    return value === undefined ? [] : [{ name: path, value: visible(value) }]
  })

const isPlain = (value: unknown): boolean => typeof value !== 'object' || value === null

/** Writes `lockReason` as "lock reason"; a key with dots, such as a setting's, stays unchanged. */
const spaced = (name: string): string =>
  name.includes('.')
    ? name
    : name.replace(
        /([a-z\d])([A-Z])/g,
        (_, before: string, after: string) => `${before} ${after.toLowerCase()}`,
      )

/** Control, bidirectional, zero-width and tag characters, which could disguise text. */
const invisible = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu

/** Writes characters that could disguise text as code points. */
export const visible = (value: unknown): string =>
  (value === null ? 'none' : String(value)).replace(
    invisible,
    (character) => `\\u{${character.codePointAt(0)?.toString(16)}}`,
  )
