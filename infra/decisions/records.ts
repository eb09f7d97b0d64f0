import { readdirSync, readFileSync } from 'node:fs'

const folder = new URL('.', import.meta.url)

export interface DecisionRecord {
  readonly file: string
  readonly title: string
  readonly status: string
  readonly date: string
  readonly sections: readonly string[]
  readonly text: string
}

const head = /^# (?<title>.+)\n\nStatus: (?<status>.+)\nDate: (?<date>\d{4}-\d{2}-\d{2})\n\n## /

/** Fields are empty when the file does not begin in the form of a record. */
function readRecord(file: string): DecisionRecord {
  const text = readFileSync(new URL(file, folder), 'utf8')
  const { title = '', status = '', date = '' } = head.exec(text)?.groups ?? {}
  const sections = [...text.matchAll(/^## (.+)$/gm)].map(([, heading = '']) => heading)
  return { file, title, status, date, sections, text }
}

export const readRecords = (): DecisionRecord[] =>
  readdirSync(folder)
    .filter((file) => /^\d{4}-.+\.md$/.test(file))
    .toSorted()
    .map(readRecord)

export function indexRows(records: readonly DecisionRecord[]): string[] {
  const cells = [
    ['Number', 'Decision', 'Status', 'Date'],
    ...records.map(({ file, title, status, date }) => [
      `[${file.slice(0, 4)}](${file})`,
      title,
      status,
      date,
    ]),
  ]
  const widths = [0, 1, 2, 3].map((column) => Math.max(...cells.map((row) => row[column]?.length ?? 0)))
  const [titles, ...rows] = cells.map((row) =>
    toRow(row.map((cell, column) => cell.padEnd(widths[column] ?? 0))),
  )
  return [titles ?? '', toRow(widths.map((width) => '-'.repeat(width))), ...rows]
}

const toRow = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`
