/** A cell may have any characters. */
export function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) =>
    `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`
  return [line(head), `|${' --- |'.repeat(head.length)}`, ...rows.map(line)].join('\n')
}

export const prose = (text: string): string => text.replaceAll(/[<*_]/g, '\\$&').replaceAll('\n', ' ')

export const code = (text: string): string => `\`${text}\``
