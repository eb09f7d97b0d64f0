import { spawn } from 'node:child_process'
import { existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { freePort } from '@signet/local-servers'
import { afterAll, expect, test } from 'vitest'

const folder = mkdtempSync(join(tmpdir(), 'signet-start-'))
const start = fileURLToPath(new URL('../local/start.ts', import.meta.url))

afterAll(() => rmSync(folder, { recursive: true, force: true }))

function run(env: NodeJS.ProcessEnv): Promise<{ code: number | null; errors: string }> {
  return new Promise((resolve) => {
    const child = spawn(process.execPath, [start], {
      env: { ...process.env, SIGNET_DATA_DIR: folder, ...env },
      stdio: ['ignore', 'ignore', 'pipe'],
    })
    let errors = ''
    child.stderr.on('data', (chunk: Buffer) => {
      errors += chunk.toString()
    })
    child.once('close', (code) => resolve({ code, errors }))
  })
}

test('a start with a port in use fails with one sentence before a part is started', async () => {
  const other = createServer()
  const port = await freePort()
  await new Promise<void>((resolve) => other.listen(port, '127.0.0.1', resolve))
  const { code, errors } = await run({ PORT: String(port) })
  other.close()
  expect(code).toBe(1)
  expect(errors).toBe(
    `Port ${port} on 127.0.0.1 is in use: stop the program that uses it, or choose another port with PORT=8081 npm start.\n`,
  )
  expect(readdirSync(folder)).toEqual([])
})

test('a start whose part fails ends with one sentence, and stops the started parts', async () => {
  const { code, errors } = await run({ PORT: '0', SIGNET_NATS_SERVER: '/bin/false' })
  expect(code).toBe(1)
  expect(errors).toBe(
    `NATS did not start: nats-server exited with code 1 before it was ready (its log is ${folder}/nats/nats.log).\n`,
  )
  expect(existsSync(join(folder, 'start.lock'))).toBe(false)
  expect(existsSync(join(folder, 'postgres/data/PG_VERSION'))).toBe(true)
  expect(existsSync(join(folder, 'postgres/data/postmaster.pid'))).toBe(false)
}, 120_000)
