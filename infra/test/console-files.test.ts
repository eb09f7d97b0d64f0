import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { brotliCompressSync, brotliDecompressSync } from 'node:zlib'
import { buildVersion, createLogger, drain } from '@signet/runtime'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createConsoleServer } from '../local/console-files.ts'

const folder = mkdtempSync(join(tmpdir(), 'signet-console-'))
const page = '<!doctype html><title>Signet</title>'
const script = 'export const answer = 42\n'.repeat(50)
const documents = mkdtempSync(join(tmpdir(), 'signet-documents-'))
const guide = '<!doctype html><title>Guide</title>'
const policy = "default-src 'none'; script-src 'self' 'sha256-1234'"
for (const [name, text] of [
  ['policy.txt', policy],
  ['404.html', '<!doctype html><title>No page</title>'],
  ['llms.txt', '# Signet'],
  ['how-to/index.html', guide],
  ['how-to.md', '# Guide'],
] as const) {
  mkdirSync(join(documents, 'how-to'), { recursive: true })
  writeFileSync(join(documents, name), text)
}
const folders = { console: folder, documents }
const server = createConsoleServer(folders)

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
  rmSync(documents, { recursive: true })
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

test('the documents are pages with their own policy, and Markdown for agents', async () => {
  const page = await get('/docs/how-to/')
  expect([page.statusCode, page.body, page.headers['content-security-policy']]).toEqual([200, guide, policy])
  const markdown = await get('/docs/how-to.md')
  expect([markdown.body, markdown.headers['content-type']]).toEqual([
    '# Guide',
    'text/markdown; charset=utf-8',
  ])
  expect((await get('/llms.txt')).body).toBe('# Signet')
})

test('an address of the documents without a page returns their page for 404, and one without a slash redirects', async () => {
  const missing = await get('/docs/how-to/missing/')
  expect([missing.statusCode, missing.headers['content-security-policy']]).toEqual([404, policy])
  expect(missing.body).toContain('<title>No page')
  expect((await get('/docs/how-to')).headers.location).toMatch(/\/docs\/how-to\/$/)
  expect((await get('/docs')).headers.location).toBe('/docs/')
  expect((await get('/docs/../../secret')).statusCode).not.toBe(200)
})

test('a POST to the console is refused', async () => {
  const answer = await server.inject({ method: 'POST', url: '/admin/' })
  expect(answer.statusCode).toBe(405)
  expect(answer.headers.allow).toBe('GET, HEAD')
})

test('the server of the console reports its version, writes a line for each request, and drains like a service', async () => {
  const lines: string[] = []
  const logger = createLogger('console', 'info', { write: (line) => void lines.push(line) })
  const own = createConsoleServer(folders, logger)
  await own.listen({ host: '127.0.0.1', port: 0 })
  const { port } = own.server.address() as { port: number }
  const ask = (path: string) => fetch(`http://127.0.0.1:${port}${path}`)
  expect(await (await ask('/health')).json()).toEqual({ status: 'ok', version: buildVersion })
  expect((await ask('/ready')).status).toBe(200)
  expect((await ask('/admin/projects/prj_1?canary')).status).toBe(200)
  const stopping = drain(own, 0.3)
  expect((await ask('/ready')).status).toBe(503)
  const page = await ask('/admin/')
  expect([page.status, page.headers.get('connection')]).toEqual([200, 'close'])
  await stopping
  await own.close()
  expect(lines.map((line) => JSON.parse(line))).toMatchObject([
    { message: 'request', method: 'GET', status: 200 },
    { message: 'request', method: 'GET', status: 200 },
  ])
  expect(lines.join('')).not.toContain('canary')
})
