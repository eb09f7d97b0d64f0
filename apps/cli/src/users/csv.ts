import { fail } from '../failure.ts'

/** Parses CSV (RFC 4180) with a header. @returns the rows by the names of the columns */
export function parseCsv(text: string): Record<string, string>[] {
  const [header = [], ...rows] = cellsOf(text.replace(/^\ufeff/, ''))
  if (!header.includes('email'))
    fail('The first line of a CSV file names the columns, of which one is email.')
  return rows
    .filter((row) => row.some((cell) => cell !== ''))
    .map((row) => Object.fromEntries(header.map((name, index) => [name.trim(), row[index] ?? ''])))
}

/** A quoted or plain cell, and the separator or line end after it. */
const cell = /(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r?\n|$)/y

function cellsOf(text: string): string[][] {
  const rows: string[][] = []
  let row: string[] = []
  cell.lastIndex = 0
  while (cell.lastIndex < text.length) {
    const match = cell.exec(text)
    if (!match) return fail(`Line ${rows.length + 1} of the CSV file has a quote in the wrong position.`)
    const [, quoted, plain = '', end] = match
    row.push(quoted === undefined ? plain : quoted.replaceAll('""', '"'))
    if (end === ',') continue
    rows.push(row)
    row = []
  }
  if (row.length > 0) rows.push([...row, ''])
  return rows
}
