import { createServer, type Server } from 'node:http'
import { freePort } from '@signet/local-servers'
import { sendBody, sendRaw, spellingsOf } from '@signet/testkit'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Edge, startEdge } from '../local/edge.ts'

let edge: Edge
let service: Server
let asked: string[] = []

beforeAll(async () => {
  service = createServer((incoming, outgoing) => {
    asked.push(incoming.url ?? '')
    incoming.resume().on('end', () => outgoing.writeHead(207).end())
  })
  const port = await freePort()
  await new Promise<void>((resolve) => service.listen(port, '127.0.0.1', resolve))
  edge = await startEdge(0, '127.0.0.1')
  edge.open(
    { auth: port, 'admin-api': port, scim: port, 'mcp-gateway': port, console: port },
    'http://localhost:8080',
  )
})
afterAll(async () => {
  await edge.close()
  service.close()
})

const address = () => ({ host: '127.0.0.1', port: edge.port })

const paths = [
  '/auth',
  '/acme/session/end/confirm',
  '/admin/api/projects/prj_1',
  '/mcp',
  '/acme/scim/v2/Users',
  '/.well-known/oauth-protected-resource/mcp',
]

test.each(paths)('the edge forwards %s only in its own spelling', async (path) => {
  expect((await sendRaw(address(), { target: path })).status).toBe(207)
  asked = []
  // The service checks the case and the value of a parameter.
  const others = spellingsOf(path).filter(
    ([how]) =>
      !/case|twice|question mark|path parameter$|space|encoded slash|folds|line feed/.test(how) ||
      /^a path/.test(how),
  )
  for (const [how, target] of others)
    expect({ how, status: (await sendRaw(address(), { target })).status }).toEqual({
      how,
      status: expect.toBeOneOf([400, 404]),
    })
  expect(asked).toEqual([])
})

test('a folder of the console ends with a slash', async () => {
  expect((await sendRaw(address(), { target: '/admin/' })).status).toBe(207)
})

const post = (bytes: number, declared: boolean) => sendBody(address(), { target: '/token', bytes, declared })

describe.each([true, false])('a body whose length is said (%s)', (declared) => {
  test('a body of 1 MiB is forwarded, and one with another byte is refused with 413', async () => {
    expect(await post(1_048_576, declared)).toBe(207)
    expect(await post(1_048_577, declared)).toBe(413)
    expect(await post(8_000_000, declared)).toBe(413)
  })
})

test('the edge refuses a directory with errors in the form of SCIM', async () => {
  const refused = async (target: string, headers = {}) => {
    const { status, text, headers: received } = await sendRaw(address(), { method: 'POST', target, headers })
    return [status, received['content-type'], JSON.parse(text).detail]
  }
  const type = 'application/scim+json; charset=utf-8'
  const large = { 'content-length': '1048577' }
  expect(await refused('/acme/scim/v2/Groups', large)).toEqual([413, type, 'The body is larger than 1 MiB.'])
  expect(await refused('/scim/v2//Users')).toEqual([404, type, expect.stringContaining('a slash too many')])
  expect(await refused('/scim/v2/Users/%zz')).toEqual([400, type, 'The path is not encoded correctly.'])
})
