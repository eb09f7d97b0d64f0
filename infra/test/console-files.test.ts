import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { brotliCompressSync, brotliDecompressSync } from 'node:zlib'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createConsoleServer } from '../local/console-files.ts'

const folder = mkdtempSync(join(tmpdir(), 'signet-console-'))
const page = '<!doctype html><title>Signet</title>'
const script = 'export const answer = 42\n'.repeat(50)
const server = createConsoleServer(folder)

beforeAll(async () => {
  mkdirSync(join(folder, 'assets'))
  for (const [name, text] of [
    ['index.html', page],
    ['assets/app-1a2b.js', script],
  ] as const) {
    writeFileSync(join(folder, name), text)
    writeFileSync(join(folder, `${name}.br`), brotliCompressSync(text))
  }
  await server.ready()
})
afterAll(async () => {
  await server.close()
  rmSync(folder, { recursive: true })
})

const get = (url: string, headers: Record<string, string> = {}) => server.inject({ url, headers })

test('a browser that accepts Brotli gets the compressed file of the build, and another one the text', async () => {
  const sent = await get('/admin/assets/app-1a2b.js', { 'accept-encoding': 'gzip, br' })
  expect(sent.headers).toMatchObject({
    'content-encoding': 'br',
    'content-type': 'application/javascript; charset=utf-8',
    vary: 'accept-encoding',
  })
  expect(brotliDecompressSync(sent.rawPayload).toString()).toBe(script)
  const plain = await get('/admin/assets/app-1a2b.js')
  expect(plain.headers['content-encoding']).toBeUndefined()
  expect(plain.body).toBe(script)
})

test('an asset is cached for a year, the page is revalidated, and an unchanged file is not sent twice', async () => {
  const asset = await get('/admin/assets/app-1a2b.js')
  expect(asset.headers['cache-control']).toBe('public, max-age=31536000, immutable')
  const { headers } = await get('/admin/')
  expect(headers['cache-control']).toBe('no-cache')
  expect((await get('/admin/', { 'if-none-match': String(headers.etag) })).statusCode).toBe(304)
})

test.each([
  '/admin/',
  '/admin/projects/prj_1',
  '/admin/users/ann@acme.example?tab=access',
  '/admin/audit?actionPrefix=team.',
])('the path %s is a page of the console, which runs only its own scripts', async (url) => {
  const answer = await get(url, { 'accept-encoding': 'br' })
  expect(answer.statusCode).toBe(200)
  expect(brotliDecompressSync(answer.rawPayload).toString()).toBe(page)
  expect(answer.headers['content-security-policy']).toContain("script-src 'self'")
  expect(answer.headers['x-content-type-options']).toBe('nosniff')
})

test.each([
  '/admin/assets/gone.js',
  '/admin/gone.css',
  '/admin/../package.json',
  '/admin/%2e%2e/secret',
  '/other',
])('the path %s is neither a page nor a file', async (url) => {
  const answer = await get(url)
  expect([403, 404]).toContain(answer.statusCode)
  expect(answer.body).not.toContain('<title>')
})

test('a POST to the console is refused', async () => {
  const answer = await server.inject({ method: 'POST', url: '/admin/' })
  expect(answer.statusCode).toBe(405)
  expect(answer.headers.allow).toBe('GET, HEAD')
})
