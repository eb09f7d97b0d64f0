import { sendBody, sendRaw, spellingsOf } from '@signet/testkit'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { makeConnection, type Scim, type ScimConnection, startScim, staticToken } from './support.ts'

let scim: Scim
let connection: ScimConnection
let headers: Record<string, string>
beforeAll(async () => {
  scim = await startScim()
  connection = await makeConnection(scim)
  headers = {
    host: new URL(connection.scim).host,
    authorization: `Bearer ${await staticToken(scim, connection)}`,
  }
})
afterAll(() => scim?.close())

const targetOf = (path: string) => `${new URL(connection.scim).pathname}${path}`

it.each(['/ServiceProviderConfig', '/ResourceTypes/User', '/Schemas', '/Me'])(
  'the route %s accepts only its own spelling',
  async (path) => {
    const own = await sendRaw(scim.address, { target: targetOf(path), headers })
    expect([200, 501]).toContain(own.status)
    for (const [how, target] of spellingsOf(targetOf(path))) {
      const { status } = await sendRaw(scim.address, { target, headers })
      expect({ how, status }).toEqual({ how, status: expect.toBeOneOf([400, 404]) })
    }
    expect(scim.occurrences).toEqual([])
  },
)

it.each(['application/scim+json', 'application/json'])(
  'an empty body of the type %s is treated as missing',
  async (type) => {
    const gone = await sendRaw(scim.address, {
      method: 'DELETE',
      target: targetOf('/Users/usr_nobody'),
      headers: { ...headers, 'content-type': type, 'content-length': '0' },
    })
    expect(gone.status).toBe(404)
  },
)

it.each([true, false])(
  'a body over 1 MiB is refused with 413, whether its length is declared (%s)',
  async (declared) => {
    const sent = { ...headers, 'content-type': 'application/scim+json' }
    const of = (bytes: number) =>
      sendBody(scim.address, { target: targetOf('/Bulk'), headers: sent, start: '{}', bytes, declared })
    expect([await of(1_048_576), await of(1_048_577), await of(8_000_000)]).toEqual([400, 413, 413])
  },
)

it.each([
  ['GET', '/Users/', 404, 'slash too many'],
  ['POST', '//Users', 404, 'slash too many'],
  ['GET', '/', 404, 'slash too many'],
  ['GET', '', 404, '/ResourceTypes'],
  ['GET', '/Nothing', 404, '/ResourceTypes'],
  ['GET', '/Users/%zz', 400, 'encoded'],
  ['OPTIONS', '/Users', 405, 'GET, HEAD, POST'],
  ['GET', '/Users/.search', 405, 'POST'],
  ['PROPFIND', '/Users', 405, 'method'],
])(
  'the request %s %s is refused with %i in the form of a SCIM error that names the cause',
  async (method, path, status, cause) => {
    const refused = await sendRaw(scim.address, { method, target: targetOf(path), headers })
    expect([refused.status, refused.headers['content-type']]).toEqual([
      status,
      'application/scim+json; charset=utf-8',
    ])
    expect(JSON.parse(refused.text)).toEqual({
      schemas: ['urn:ietf:params:scim:api:messages:2.0:Error'],
      status: String(status),
      detail: expect.stringContaining(cause),
      ...(status === 400 ? { scimType: 'invalidSyntax' } : {}),
    })
  },
)
