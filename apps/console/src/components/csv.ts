/** Prefixes a cell with an apostrophe if a spreadsheet would evaluate it as a formula. */
function cellOf(value: unknown): string {
  const text = typeof value === 'object' ? JSON.stringify(value ?? '') : String(value ?? '')
  const plain = value === null || value === undefined ? '' : text
  const safe = /^[=+\-@\t\r]/.test(plain) ? `'${plain}` : plain
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}

/** RFC 4180. */
export const csvOf = (rows: readonly (readonly unknown[])[]): string =>
  rows.map((row) => `${row.map(cellOf).join(',')}\r\n`).join('')
