import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, describe, expect, it } from 'vitest'
import type { MappedUser } from '../src/users/mapped.ts'
import { openFile, usersIn } from '../src/users/read-file.ts'
import type { Source } from '../src/users/sources.ts'

const folder = mkdtempSync(join(tmpdir(), 'signet-cli-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const firebase = { signerKey: 'a2V5', saltSeparator: 'Bw==', rounds: 8, memoryCost: 14 }

async function read(source: Source, text: string): Promise<MappedUser[]> {
  const path = join(folder, 'users')
  writeFileSync(path, text)
  const found: MappedUser[] = []
  for await (const one of usersIn(source, path, { firebase })) found.push(one)
  return found
}

const emailsOf = (users: readonly MappedUser[]) => users.map(({ user }) => user.email)

const users = [
  { email: 'ada@example.com', localId: '1', displayName: 'Ada "{[:' },
  { email: 'bob@example.com', localId: '2' },
]

/** `npm run test:slow` reads each form; a list within an object is the hardest to split. */
const largeFiles = (
  [
    ['firebase', (lines: readonly string[]) => `{"users":[${lines.join(',')}]}`],
    ['ndjson', (lines: readonly string[]) => lines.join('\n')],
  ] as const
).slice(0, process.env.SIGNET_ALL_CASES ? 2 : 1)

describe('files of users:', () => {
  it.each([
    ['a list', 'firebase', JSON.stringify(users)],
    ['a list in several lines', 'firebase', JSON.stringify(users, null, 2)],
    ['an object with the list', 'firebase', JSON.stringify({ kind: { users: [{}] }, users }, null, 2)],
    ['an object with the list in one line', 'firebase', JSON.stringify({ users, next: [{}] })],
    ['one object in each line', 'auth0', users.map((user) => JSON.stringify(user)).join('\r\n\n')],
    [
      'lines of NDJSON with a byte order mark and CRLF',
      'ndjson',
      `\ufeff${users.map((user) => `${JSON.stringify(user)}\r\n`).join('')}`,
    ],
    ['a list with a byte order mark', 'firebase', `\ufeff${JSON.stringify({ users })}`],
    [
      'CSV with CRLF, spaces in the header and empty cells',
      'csv',
      '\ufeffemail , displayName\r\nada@example.com,Ada,,\r\n\r\nbob@example.com\r\n',
    ],
    ['lines of NDJSON', 'ndjson', users.map((user) => `${JSON.stringify(user)}\n`).join('')],
    ['CSV', 'csv', '\ufeffemail,displayName\nada@example.com,"Ada\n""A"""\nbob@example.com,\n'],
  ] as const)('%s is read as its users', async (_form, source, text) => {
    expect(emailsOf(await read(source, text))).toEqual(['ada@example.com', 'bob@example.com'])
  })

  it('an object without a list is one user, and an empty list is none', async () => {
    expect(emailsOf(await read('auth0', JSON.stringify(users[0], null, 2)))).toEqual(['ada@example.com'])
    expect(await read('auth0', '{ "users": [] }')).toEqual([])
  })

  it.each([
    ['a line that is no object', 'ndjson', '{"email":"a@b.example"}\n[]', 'Line 2 is no JSON object'],
    ['a document without an end', 'firebase', '{ "users": [ { "email": "a@b.example" }', 'it has no end'],
    ['a CSV file without addresses', 'csv', 'name\nAda\n', 'email'],
    [
      'a cell without an end',
      'csv',
      'email\na@b.example\n"c@d.example',
      'Line 3 of the CSV file has a quote without an end',
    ],
    [
      'a comma without quotes',
      'csv',
      'email,displayName\n"a@b.example","A\nB"\nc@d.example,Lovelace, Ada\n',
      'Line 4 of the CSV file has 3 cells for 2 columns',
    ],
    [
      'a quote within a cell',
      'csv',
      'email,displayName\na@b.example,A "B" C\n',
      'Line 2 of the CSV file has a quote in the wrong position',
    ],
    ['a column twice', 'csv', 'email,email\na@b.example,\n', 'the column email twice'],
  ] as const)('%s is refused', async (_form, source, text, reason) => {
    await expect(read(source, text)).rejects.toThrow(reason)
  })

  it('each user of a file with lines has its line, also after a cell with a line break', async () => {
    const csv = await read('csv', 'email,displayName\na@b.example,"A\nB"\n\nc@d.example,C\n')
    expect(csv.map(({ line }) => line)).toEqual([2, 5])
    const lines = await read('ndjson', '{"email":"a@b.example"}\n\n{"email":"c@d.example"}\n')
    expect(lines.map(({ line }) => line)).toEqual([1, 3])
  })

  it('a missing file is refused before a request', async () => {
    await expect(openFile(join(folder, 'none'))).rejects.toThrow('cannot be read')
  })

  it.each(largeFiles)(
    'a file of 100 MB as %s is read with a heap of 64 MB',
    async (source, write) => {
      const claims = { text: 'x'.repeat(4_000) }
      const count = 25_000
      const path = join(folder, 'large')
      writeFileSync(
        path,
        write(
          Array.from({ length: count }, (_, index) =>
            JSON.stringify({ email: `u${index}@b.example`, claims }),
          ),
        ),
      )
      const module = new URL('../src/users/read-file.ts', import.meta.url).href
      const script = `
      import { usersIn } from ${JSON.stringify(module)}
      let users = 0
      for await (const one of usersIn('${source}', ${JSON.stringify(path)}, { firebase: {} })) if (one.user.email) users += 1
      console.log(users)`
      const args = ['--max-old-space-size=64', '--input-type=module', '--eval', script]
      const { stdout } = await promisify(execFile)(process.execPath, args)
      expect(Number(stdout)).toBe(count)
    },
    120_000,
  )
})
