import { type ImportResult, limits } from '@signet/contracts'
import { change } from '../../api/change.ts'
import type { Answer, Input } from '../../api/client.ts'
import { isCode, problemOf } from '../../api/problem.ts'

export type ImportLine = Input<'project_user_import'>['users'][number]

/** Bytes of the users of one call, below the limit of a request. */
const batchBytes = 700_000

export type ReadFile = { readonly users: readonly ImportLine[] } | { readonly invalidLine: number }

/** Reads one JSON object from each line. The server checks the fields. */
export function readLines(text: string): ReadFile {
  const users: ImportLine[] = []
  for (const [index, line] of text.split('\n').entries()) {
    if (line.trim() === '') continue
    const user = parsed(line)
    if (user === null) return { invalidLine: index + 1 }
    users.push(user)
  }
  return { users }
}

function parsed(line: string): ImportLine | null {
  try {
    const value: unknown = JSON.parse(line)
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as ImportLine) : null
  } catch {
    return null
  }
}

function batchesOf(users: readonly ImportLine[]): ImportLine[][] {
  const batches: ImportLine[][] = []
  let bytes = 0
  for (const user of users) {
    const own = JSON.stringify(user).length
    const last = batches.at(-1)
    if (last && last.length < limits.importedUsers && bytes + own <= batchBytes) {
      last.push(user)
      bytes += own
    } else {
      batches.push([user])
      bytes = own
    }
  }
  return batches
}

interface Run {
  readonly projectId: string
  readonly users: readonly ImportLine[]
  readonly checkOnly: boolean
  readonly onProgress: (done: number) => void
}

/** @returns one result for each user, in their order */
export async function runImport({ projectId, users, checkOnly, onProgress }: Run): Promise<ImportResult[]> {
  const results: ImportResult[] = []
  for (const batch of batchesOf(users)) {
    results.push(...(await sendBatch(projectId, batch, checkOnly)))
    onProgress(results.length)
  }
  return results
}

/** Users with a wrong form are refused, and the others are sent again. */
async function sendBatch(
  projectId: string,
  users: readonly ImportLine[],
  checkOnly: boolean,
): Promise<ImportResult[]> {
  const malformed = new Map<number, string>()
  for (;;) {
    const valid = users.filter((_user, index) => !malformed.has(index))
    try {
      const input = { projectId, users: valid, checkOnly }
      const results =
        valid.length === 0
          ? []
          : ((await change('project_user_import', input)) as Answer<'project_user_import'>).results
      return merged(users, malformed, results)
    } catch (error) {
      const positions = users.flatMap((_user, index) => (malformed.has(index) ? [] : [index]))
      if (!noteMalformed(error, positions, malformed)) throw error
    }
  }
}

/** Stores the users that a response names as invalid. @returns false when it names none */
function noteMalformed(
  error: unknown,
  positions: readonly number[],
  malformed: Map<number, string>,
): boolean {
  if (!isCode(error, 'invalid_request')) return false
  const before = malformed.size
  for (const { path, message } of problemOf(error).errors ?? []) {
    const [, index, field] = /^users\.(\d+)\.?(.*)$/.exec(path) ?? []
    const position = index === undefined ? undefined : positions[Number(index)]
    if (position !== undefined) malformed.set(position, `${field} ${message}`.trim())
  }
  return malformed.size > before
}

const merged = (
  users: readonly ImportLine[],
  malformed: ReadonlyMap<number, string>,
  results: readonly ImportResult[],
): ImportResult[] => {
  const rest = results.values()
  return users.flatMap((user, index): ImportResult[] => {
    const reason = malformed.get(index)
    if (reason !== undefined)
      return [{ email: String(user.email ?? ''), result: 'refused', userId: null, reason }]
    const next = rest.next()
    return next.done ? [] : [next.value]
  })
}

export const countsOf = (results: readonly ImportResult[]) => {
  const count = (kind: ImportResult['result']) => results.filter(({ result }) => result === kind).length
  return { created: count('created'), skipped: count('skipped'), refused: count('refused') }
}
