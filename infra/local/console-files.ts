import { createHash } from 'node:crypto'
import { globSync, readFileSync } from 'node:fs'
import { createServer, type Server, type ServerResponse } from 'node:http'
import { extname, join, sep } from 'node:path'

const types: Readonly<Record<string, string>> = {
  '.css': 'text/css; charset=utf-8',
  '.html': 'text/html; charset=utf-8',
  '.ico': 'image/x-icon',
  '.js': 'text/javascript; charset=utf-8',
  '.json': 'application/json',
  '.map': 'application/json',
  '.png': 'image/png',
  '.svg': 'image/svg+xml',
  '.txt': 'text/plain; charset=utf-8',
  '.webmanifest': 'application/manifest+json',
  '.webp': 'image/webp',
  '.woff2': 'font/woff2',
}

const securityHeaders = {
  'content-security-policy': [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "img-src 'self' data:",
    "font-src 'self'",
    "connect-src 'self'",
    "manifest-src 'self'",
    "form-action 'self'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
    "require-trusted-types-for 'script'",
  ].join('; '),
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
}

interface File {
  readonly body: Buffer
  readonly headers: Readonly<Record<string, string>>
}

/** Everything is read once: the build does not change under a running server. */
function readFiles(folder: string): ReadonlyMap<string, File> {
  const names = globSync('**/*.*', { cwd: folder })
  return new Map(names.map((name) => [`/admin/${name.split(sep).join('/')}`, readOne(folder, name)]))
}

function readOne(folder: string, name: string): File {
  const body = readFileSync(join(folder, name))
  // Vite puts the content's hash into the names under assets/.
  const immutable = name.startsWith(`assets${sep}`)
  return {
    body,
    headers: {
      ...securityHeaders,
      'content-type': types[extname(name)] ?? 'application/octet-stream',
      'cache-control': immutable ? 'public, max-age=31536000, immutable' : 'no-cache',
      etag: `"${createHash('sha256').update(body).digest('base64url')}"`,
    },
  }
}

/** What the build may have written: assets, and files beside the page. The name of a page's object may have a dot. */
const isFile = (path: string): boolean => /^\/admin\/(?:assets\/|[^/]*\.[^/]*$)/.test(path)

/** Any other path is a page of the console; the router in the browser takes it from there. */
function find(files: ReadonlyMap<string, File>, path: string): File | undefined {
  return files.get(path) ?? (isFile(path) ? undefined : files.get('/admin/index.html'))
}

function plain(response: ServerResponse, status: number, text: string, headers = {}): void {
  response.writeHead(status, {
    ...securityHeaders,
    'content-type': 'text/plain; charset=utf-8',
    ...headers,
  })
  response.end(`${text}\n`)
}

/** The console's built files under /admin. */
export function createConsoleServer(folder: string): Server {
  const files = readFiles(folder)
  const server = createServer((request, response) => {
    const path = (request.url ?? '/').replace(/[?#].*$/s, '')
    if (path === '/ready' || path === '/health') return plain(response, 200, 'ok')
    if (request.method !== 'GET' && request.method !== 'HEAD')
      return plain(response, 405, 'Only GET and HEAD.', { allow: 'GET, HEAD' })
    if (path === '/admin') return plain(response, 308, '', { location: '/admin/' })
    const file = find(files, path)
    if (!file) return plain(response, 404, 'Not found.')
    if (request.headers['if-none-match'] === file.headers.etag) {
      response.writeHead(304, file.headers).end()
      return
    }
    response.writeHead(200, {
      ...file.headers,
      'content-length': file.body.length,
    })
    response.end(request.method === 'HEAD' ? undefined : file.body)
  })
  server.keepAliveTimeout = 70_000
  return server
}
