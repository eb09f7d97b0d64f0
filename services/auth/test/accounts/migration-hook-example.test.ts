import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { isPage } from '@signet/testkit'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Auth, makeProject, startAuth } from '../support/harness.ts'
import { migrating } from '../support/old-system.ts'

const readme = fileURLToPath(new URL('../../../../apps/cli/README.md', import.meta.url))
const modules = fileURLToPath(new URL('../../node_modules', import.meta.url))

const users = `
const ada = { id: 'legacy-ada', email: 'ada@example.com', verified: true, password: 'old secret' }
export const findUser = async (login) => (login === ada.email ? ada : undefined)
export const checkPassword = async (user, password) => user.password === password`

/** Sends the requests for keys to the server of this test, with the host of the issuer. */
const preload = `
import { get } from 'node:http'
globalThis.fetch = (url) =>
  new Promise((resolve, reject) => {
    const { host: name, pathname: path } = new URL(url)
    get({ host: '127.0.0.1', port: process.env.AUTH_PORT, path, headers: { host: name } }, async (answer) =>
      resolve(new Response((await answer.toArray()).join(''), { status: answer.statusCode, headers: { 'content-type': 'application/json' } })),
    ).once('error', reject)
  })`

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  server.close()
  return port
}

function exampleFor(values: ReadonlyMap<string, string>): string {
  const section = readFileSync(readme, 'utf8').split('## Migrate users at their sign-in')[1] ?? ''
  let code = /```js\n([\s\S]*?)```/.exec(section)?.[1] ?? ''
  for (const [written, value] of values) {
    expect(code.split(written), written).toHaveLength(2)
    code = code.replace(written, value)
  }
  return code
}

async function listening(port: number): Promise<void> {
  await expect
    .poll(
      () =>
        new Promise((resolve) => {
          const socket = connect(port, '127.0.0.1')
          socket.once('connect', () => resolve(true))
          socket.once('error', () => resolve(false))
        }).finally(() => undefined),
      { timeout: 30_000 },
    )
    .toBe(true)
}

let auth: Auth
let port: number
let example: ChildProcess | undefined
beforeAll(async () => {
  port = await freePort()
  auth = await startAuth([`127.0.0.1:${port}`])
})
afterAll(async () => {
  example?.kill()
  await auth?.close()
})

test('the example of the documents signs in a user of the other system, and refuses a wrong password and an unknown name', async () => {
  const { id, issuer } = await makeProject(auth)
  const url = `http://127.0.0.1:${port}/signet`
  const code = exampleFor(
    new Map([
      ['https://id.example/shop', issuer],
      ['https://old.example.com/signet', url],
      ['.listen(8080)', `.listen(${port}, '127.0.0.1')`],
    ]),
  )
  const folder = mkdtempSync(join(tmpdir(), 'signet-'))
  symlinkSync(modules, join(folder, 'node_modules'))
  writeFileSync(join(folder, 'package.json'), '{ "type": "module" }')
  writeFileSync(join(folder, 'users.js'), users)
  writeFileSync(join(folder, 'preload.js'), preload)
  writeFileSync(join(folder, 'example.js'), code)
  example = spawn(process.execPath, ['--import', './preload.js', 'example.js'], {
    cwd: folder,
    env: { ...process.env, AUTH_PORT: String(auth.address.port) },
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  await listening(port)
  const at = await migrating(auth, { id, issuer }, url)
  expect(isPage((await at.signIn('ada@example.com', 'wrong')).result)).toBe(true)
  expect(isPage((await at.signIn('bob@example.com', 'old secret')).result)).toBe(true)
  expect(isPage((await at.signIn('ada@example.com', 'old secret')).result)).toBe(false)
  expect(await at.accounts()).toMatchObject([{ id: 'legacy-ada', email: 'ada@example.com', verified: true }])
  expect(await at.counts()).toMatchObject({ created: 1, refused: 2, failed: 0 })

  // A request that the project has not signed is refused before a user is looked up.
  const forged = await fetch(url, { method: 'POST', body: 'eyJhbGciOiJub25lIn0.e30.' })
  expect(forged.status).toBe(400)
})
