import { readFile } from 'node:fs/promises'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { extname, join } from 'node:path'
import { fieldProblemsOf, isOperationName, operations, previewOf } from '@signet/contracts'
import { entryOf, handlers, MockRefusal } from './handlers.ts'
import { createState } from './state.ts'

/**
 * A stand-in for the administration API, for work on the console alone: answers and inputs are checked with the
 * contracts, and the built console is served under the policy of its production server. Nothing is stored.
 */
const port = Number(process.env.PORT ?? 23000)
const origin = `http://localhost:${port}`
const dist = process.env.MOCK_DIST ?? join(import.meta.dirname, '../dist')
const state = createState(origin)
if (process.env.MOCK_STATE === 'new') Object.assign(state, { hasAdministrator: false, isSignedIn: false })

const policy = [
  "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'",
  "font-src 'self'; require-trusted-types-for 'script'; frame-ancestors 'none'; base-uri 'none'; form-action 'self'",
].join('; ')
const types: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.svg': 'image/svg+xml',
}

function call(name: string, raw: unknown): unknown {
  const handler = isOperationName(name) ? handlers[name] : undefined
  if (!isOperationName(name) || !handler) throw new MockRefusal('not_found')
  const operation = operations[name]
  if (operation.access.to !== 'public' && !state.isSignedIn) throw new MockRefusal('unauthenticated')
  const input = operation.input.safeParse(raw ?? {})
  if (!input.success)
    throw new MockRefusal('invalid_request', { errors: fieldProblemsOf(input.error.issues, raw) })
  const answer = handler(state, input.data, origin)
  const checked = operation.answer.or(previewOf(operation) ?? operation.answer).parse(answer)
  const entry = entryOf(state, name, input.data, checked)
  if (entry) state.entries.unshift(entry)
  return checked
}

async function answerCall(request: IncomingMessage, response: ServerResponse, url: URL): Promise<void> {
  const name = url.pathname.split('/').at(-1) ?? ''
  const text = request.method === 'GET' ? (url.searchParams.get('input') ?? '{}') : await bodyOf(request)
  await new Promise((done) => setTimeout(done, Number(process.env.MOCK_DELAY ?? 60)))
  response.setHeader('content-type', 'application/json')
  try {
    response.end(JSON.stringify({ result: { data: call(name, JSON.parse(text || '{}')) } }))
  } catch (error) {
    const problem = error instanceof MockRefusal ? error.problem : new MockRefusal('internal').problem
    if (!(error instanceof MockRefusal)) process.stderr.write(`${name}: ${error}\n`)
    response.statusCode = Number(problem.status)
    response.end(
      JSON.stringify({
        error: { message: problem.detail, code: -32000, data: { code: 'MOCK', path: name, problem } },
      }),
    )
  }
}

async function bodyOf(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(Buffer.from(chunk))
  return Buffer.concat(chunks).toString()
}

async function answerFile(response: ServerResponse, pathname: string): Promise<void> {
  const path = extname(pathname) ? pathname.replace(/^\/admin\//, '/') : '/index.html'
  try {
    const body = await readFile(join(dist, path))
    response.writeHead(200, {
      'content-type': types[extname(path)] ?? 'text/plain',
      'content-security-policy': policy,
    })
    response.end(body)
  } catch {
    response.writeHead(404).end()
  }
}

createServer((request, response) => {
  const url = new URL(request.url ?? '/', origin)
  if (url.pathname.startsWith('/admin/api/trpc/')) return void answerCall(request, response, url)
  if (url.pathname === '/admin/api/login') {
    Object.assign(state, { isSignedIn: true, hasAdministrator: true })
    return void response.writeHead(303, { location: url.searchParams.get('returnTo') ?? '/admin/' }).end()
  }
  return void answerFile(response, url.pathname)
}).listen(port, '127.0.0.1', () => process.stdout.write(`${origin}/admin/\n`))
