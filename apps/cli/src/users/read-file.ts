import { closeSync, createReadStream, createWriteStream, mkdtempSync, openSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { pipeline } from 'node:stream/promises'
import { fail } from '../failure.ts'
import { readText } from '../project-file/document.ts'
import { parseHeader, parseRow } from './csv.ts'
import { ElementReader } from './json-elements.ts'
import { type ExportFacts, isValues, type MappedUser } from './mapped.ts'
import { listMember, mapCsv, readUsers, type Source } from './sources.ts'

export interface ReadableFile {
  readonly path: string
  close(): void
}

/** Standard input is stored in a file of its own until it is closed. */
export async function openFile(path: string): Promise<ReadableFile> {
  if (path !== '-') {
    checkReadable(path)
    return { path, close: () => undefined }
  }
  const folder = mkdtempSync(join(tmpdir(), 'signet-import-'))
  const stored = join(folder, 'users')
  await pipeline(process.stdin, createWriteStream(stored, { mode: 0o600 }))
  return { path: stored, close: () => rmSync(folder, { recursive: true, force: true }) }
}

function checkReadable(path: string): void {
  try {
    closeSync(openSync(path, 'r'))
  } catch (error) {
    fail(`${path} cannot be read: ${error instanceof Error ? error.message : String(error)}`)
  }
}

/** Realms and exports of Zitadel are read as a whole. */
export async function* usersIn(source: Source, path: string, facts: ExportFacts): AsyncGenerator<MappedUser> {
  const member = listMember(source)
  if (source === 'csv') yield* rowsIn(path)
  else if (source === 'ndjson') yield* linesIn(source, path, facts)
  else if (member === undefined) yield* readUsers(source, readText(path), facts)
  else if (await isOneDocument(path, member)) yield* elementsIn(source, path, member, facts)
  else yield* linesIn(source, path, facts)
}

const textOf = (path: string) => createReadStream(path, { encoding: 'utf8' })

/** Removes the byte order mark. */
async function* textLines(path: string): AsyncGenerator<string> {
  let isFirst = true
  for await (const line of createInterface({ input: textOf(path), crlfDelay: Number.POSITIVE_INFINITY })) {
    yield isFirst ? line.replace(/^\ufeff/, '') : line
    isFirst = false
  }
}

/** False for an object in each line. */
async function isOneDocument(path: string, member: string): Promise<boolean> {
  const reader = new ElementReader(member)
  for await (const chunk of textOf(path)) {
    for (const _element of reader.read(String(chunk)));
    if (reader.documents > 1) return false
  }
  return true
}

/** An object without the list is a user. */
async function* elementsIn(
  source: Source,
  path: string,
  member: string,
  facts: ExportFacts,
): AsyncGenerator<MappedUser> {
  const reader = new ElementReader(member)
  let isEmpty = true
  for await (const chunk of textOf(path))
    for (const text of reader.read(String(chunk))) {
      isEmpty = false
      yield* readUsers(source, text, facts)
    }
  if (!reader.isComplete) fail('The file is no JSON: it has no end.')
  if (isEmpty) yield* readUsers(source, readText(path), facts)
}

async function* linesIn(source: Source, path: string, facts: ExportFacts): AsyncGenerator<MappedUser> {
  let number = 0
  for await (const line of textLines(path)) {
    number += 1
    if (line.trim() === '') continue
    if (!isObject(line)) fail(`Line ${number} is no JSON object.`)
    for (const one of readUsers(source, line, facts)) yield { ...one, line: number }
  }
}

function isObject(text: string): boolean {
  try {
    return isValues(JSON.parse(text))
  } catch {
    return false
  }
}

/** A row continues in the next line within a quoted cell. */
async function* rowsIn(path: string): AsyncGenerator<MappedUser> {
  let names: readonly string[] | undefined
  let row: string | undefined
  let number = 0
  let begun = 1
  for await (const line of textLines(path)) {
    number += 1
    if (row === undefined) begun = number
    row = row === undefined ? line : `${row}\n${line}`
    if ((row.split('"').length - 1) % 2 === 1) continue
    if (names === undefined) names = parseHeader(row)
    else for (const record of parseRow(names, row, begun)) yield { ...mapCsv(record), line: begun }
    row = undefined
  }
  if (row !== undefined) fail(`Line ${begun} of the CSV file has a quote without an end.`)
}
