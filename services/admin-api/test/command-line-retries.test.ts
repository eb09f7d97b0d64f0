import { mkdtempSync, writeFileSync } from 'node:fs'
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, test } from 'vitest'
import { type CommandLine, startCommandLine } from './support/command-line.ts'
import { ownProject } from './support/things.ts'
import { startWorld, type World } from './support/world.ts'

const path = join(mkdtempSync(join(tmpdir(), 'signet-')), 'users.ndjson')

const header = 'idempotency-key'

writeFileSync(path, '{"email":"ada@example.com"}\n')

let world: World
let signet: CommandLine['signet']
beforeAll(async () => {
  world = await startWorld()
  ;({ signet } = await startCommandLine(world))
})
afterAll(() => world?.close())

async function bodyOf(request: IncomingMessage): Promise<string> {
  let text = ''
  for await (const chunk of request) text += String(chunk)
  return text
}

type Lose = (attempt: number) => { readonly status: number; readonly retryAfter?: string } | undefined

/** Replaces responses of imports as a restarting instance loses them. */
async function startProxy(lose: Lose) {
  const keys: (string | undefined)[] = []
  const server = createServer(async (request, response) => {
    const body = await bodyOf(request)
    const { authorization = '', [header]: key } = request.headers
    const isImport = body.includes('"checkOnly":false')
    if (isImport) keys.push(key?.toString())
    const passed = await world.app.inject({
      method: request.method as 'POST',
      url: request.url ?? '/',
      headers: { authorization, 'content-type': 'application/json', ...(key ? { [header]: key } : {}) },
      ...(body === '' ? {} : { payload: body }),
    })
    const lost = isImport ? lose(keys.length) : undefined
    if (!lost)
      return void response
        .writeHead(passed.statusCode, { 'content-type': 'application/json' })
        .end(passed.body)
    response
      .writeHead(lost.status, lost.retryAfter === undefined ? {} : { 'retry-after': lost.retryAfter })
      .end()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return { url: `http://127.0.0.1:${port}`, keys, close: () => server.close() }
}

async function importThrough(lose: Lose) {
  const { projectId } = await ownProject(world)
  const proxy = await startProxy(lose)
  const args = ['users', 'import', path, '--from', 'ndjson', '--project', projectId]
  const done = await signet(args, { SIGNET_URL: proxy.url })
  proxy.close()
  return { ...done, keys: proxy.keys }
}

describe('calls of the command line to a busy instance:', () => {
  test.concurrent.for([503, 429])(
    'an import whose response is lost with %s is repeated with the same key, and creates its users once',
    { timeout: 120_000 },
    async (status, { expect }) => {
      const { code, out, err, keys } = await importThrough((attempt) =>
        attempt < 3 ? { status, retryAfter: '1' } : undefined,
      )
      expect(code, err).toBe(0)
      // A repetition without the key would find the users of the lost response and skip them.
      expect(out).toBe('1 imported: 1 created, 0 updated, 0 skipped, 0 refused.\n')
      expect(keys).toHaveLength(3)
      expect(new Set(keys)).toEqual(new Set([expect.any(String)]))
      expect(new Set(keys).size).toBe(1)
    },
  )

  test.concurrent('a response that asks to wait longer than three minutes ends the command', async ({
    expect,
  }) => {
    const { code, err, keys } = await importThrough(() => ({ status: 429, retryAfter: '600' }))
    expect(code).toBe(1)
    expect(err).toContain('429')
    expect(keys).toHaveLength(1)
  }, 120_000)

  test.concurrent('another refusal is not repeated', async ({ expect }) => {
    const { code, keys } = await importThrough(() => ({ status: 500 }))
    expect(code).toBe(1)
    expect(keys).toHaveLength(1)
  }, 120_000)
})
