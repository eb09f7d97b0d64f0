import { fail } from '../failure.ts'

interface Row {
  readonly cells: readonly string[]
  readonly line: number
}

/**
 * RFC 4180 with a header.
 * @returns the rows by the names of the columns
 */
export function parseCsv(text: string): Record<string, string>[] {
  const [header, ...rows] = rowsIn(text.replace(/^\ufeff/, ''), 1)
  const names = checkHeader(header?.cells ?? [])
  return rows.flatMap((row) => toRecord(names, row))
}

export const parseHeader = (text: string): readonly string[] =>
  checkHeader(rowsIn(text, 1).flatMap(({ cells }) => cells))

/** @returns no record for an empty row */
export const parseRow = (names: readonly string[], text: string, line: number): Record<string, string>[] =>
  rowsIn(text, line).flatMap((row) => toRecord(names, row))

function checkHeader(cells: readonly string[]): readonly string[] {
  const names = cells.map((name) => name.trim())
  if (!names.includes('email')) fail('The first line of a CSV file names the columns, of which one is email.')
  const twice = names.find((name, index) => name !== '' && names.indexOf(name) !== index)
  return twice === undefined ? names : fail(`The first line of the CSV file names the column ${twice} twice.`)
}

function toRecord(names: readonly string[], { cells, line }: Row): Record<string, string>[] {
  const filled = cells.findLastIndex((cell) => cell !== '') + 1
  if (filled === 0) return []
  if (filled > names.length)
    fail(
      `Line ${line} of the CSV file has ${filled} cells for ${names.length} columns. Quote a cell that has a comma.`,
    )
  return [Object.fromEntries(names.map((name, index) => [name, cells[index] ?? '']))]
}

/** A quoted or plain cell, and the separator or line end after it. */
const cell = /(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r?\n|$)/y

function rowsIn(text: string, firstLine: number): Row[] {
  const rows: Row[] = []
  let cells: string[] = []
  let [line, next] = [firstLine, firstLine]
  cell.lastIndex = 0
  while (cell.lastIndex < text.length) {
    const match = cell.exec(text)
    if (!match) return fail(`Line ${next} of the CSV file has a quote in the wrong position.`)
    const [all, quoted, plain = '', end] = match
    cells.push(quoted === undefined ? plain : quoted.replaceAll('""', '"'))
    next += all.split('\n').length - 1
    if (end === ',') continue
    rows.push({ cells, line })
    cells = []
    line = next
  }
  if (cells.length > 0) rows.push({ cells: [...cells, ''], line })
  return rows
}
