import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { createHttp, problemOfFraming } from '@signet/http'
import { createLogger } from '@signet/runtime'
import { exchangeRaw } from '@signet/testkit'
import { describe, expect, onTestFinished, test } from 'vitest'

async function serve() {
  const served: string[] = []
  const app = createHttp({ logger: createLogger('test', 'silent'), proxyHops: 0, limit: () => undefined })
  app.addContentTypeParser('*', { parseAs: 'string' }, (_request, body, done) => done(null, body))
  app.all('/*', async ({ raw }) => {
    served.push(raw.url ?? '')
    return {}
  })
  await app.listen({ host: '127.0.0.1', port: 0 })
  onTestFinished(() => app.close())
  return { served, port: (app.server.address() as { port: number }).port }
}

const request = (...headers: string[]): string =>
  ['POST /ok HTTP/1.1', 'Host: id.example.com', ...headers, '', ''].join('\r\n')

const smuggled = 'POST /smuggled HTTP/1.1\r\nHost: id.example.com\r\nContent-Length: 0\r\n\r\n'

describe('a service without a proxy:', () => {
  test.each([
    ['a Connection header that names Content-Length', 'Connection: content-length'],
    ['a Connection header that names an unknown option', 'Connection: keep-alive, x-other'],
    ['a Connection header that names Host', 'Connection: Host'],
    ['a second Host header', 'Host: evil.example'],
    ['a second Host header with the same value', 'host: id.example.com'],
    ['Content-Length and Transfer-Encoding', 'Transfer-Encoding: chunked'],
    ['a transfer coding other than chunked', 'Transfer-Encoding: gzip, chunked'],
    ['two values of Content-Length', 'Content-Length: 1'],
  ])(
    'a service rejects %s, and closes the connection before the bytes that follow',
    async (_name, header) => {
      const { port, served } = await serve()
      const bytes = request(header, `Content-Length: ${smuggled.length}`) + smuggled + smuggled
      expect(await exchangeRaw(port, [bytes])).toEqual([400])
      expect(served).toEqual([])
    },
  )

  test.each(['close', 'Keep-Alive', 'keep-alive, TE', 'upgrade', 'Upgrade, HTTP2-Settings'])(
    'a service accepts Connection: %s',
    async (value) => {
      const { port, served } = await serve()
      expect(await exchangeRaw(port, [request(`Connection: ${value}`, 'Content-Length: 0')])).toEqual([200])
      expect(served).toEqual(['/ok'])
    },
  )
})

test('each reason for a rejection has its own sentence', () => {
  const problem = (headers: Record<string, string>, rawHeaders: string[] = []) =>
    problemOfFraming({ headers, rawHeaders })
  expect(problem({ host: 'a' }, ['Host', 'a', 'HOST', 'b'])).toBe(
    'The request has more than one Host header.',
  )
  expect(problem({ 'transfer-encoding': 'chunked', 'content-length': '1' })).toContain('both Content-Length')
  expect(problem({ 'transfer-encoding': 'gzip' })).toContain('other than chunked')
  expect(problem({ connection: 'close,' })).toContain('may only contain: close, keep-alive, upgrade, te')
  expect(problem({ 'transfer-encoding': 'Chunked', connection: 'close' })).toBeUndefined()
})

const root = fileURLToPath(new URL('../..', import.meta.url))

const list = (folder: string): string[] =>
  existsSync(join(root, folder))
    ? readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
        .filter((name) => /(?<!\.test)\.ts$/.test(name))
        .map((name) => `${folder}/${name}`)
    : []

const sources = (): string[] => [
  ...['packages', 'services'].flatMap((folder) =>
    readdirSync(join(root, folder))
      .filter((name) => name !== 'testkit')
      .flatMap((name) => list(`${folder}/${name}/src`)),
  ),
  ...list('infra/local'),
]

test('every HTTP server rejects ambiguous framing, except the one of metrics, which no proxy reaches', () => {
  const servers = sources().filter((name) => {
    const text = readFileSync(join(root, name), 'utf8')
    return /from 'node:http2?'/.test(text) && /\bcreateServer\(|\bFastify\(/.test(text)
  })
  const unchecked = servers.filter(
    (name) => !readFileSync(join(root, name), 'utf8').includes('rejectAmbiguousFraming('),
  )
  expect(servers.length).toBeGreaterThan(2)
  expect(unchecked).toEqual(['packages/runtime/src/metrics/server.ts'])
})
