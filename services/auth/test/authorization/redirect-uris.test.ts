import { fetchVia } from '@signet/testkit'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Auth, makeClient, makeProject, redirectUri, startAuth } from '../support/harness.ts'

const loopback = 'http://127.0.0.1/callback'

const nearMisses: readonly string[] = [
  'https://rp.example/Callback',
  'https://rp.example/CALLBACK',
  'https://RP.example/callback',
  'HTTPS://rp.example/callback',
  'http://rp.example/callback',
  'ftp://rp.example/callback',
  'https://rp.example/callback/',
  'https://rp.example/callback//',
  'https://rp.example//callback',
  'https://rp.example/./callback',
  'https://rp.example/x/../callback',
  'https://rp.example/%2e/callback',
  'https://rp.example/%63allback',
  'https://rp.example/callback%2f',
  'https://rp.example/callback%00',
  'https://rp.example/callback%0d%0aSet-Cookie:a=b',
  'https://rp.example/callback?',
  'https://rp.example/callback?a=b',
  'https://rp.example/callback?redirect=https://evil.example',
  'https://rp.example/callback#',
  'https://rp.example/callback#fragment',
  'https://rp.example/callback;a',
  'https://rp.example/callback ',
  ' https://rp.example/callback',
  'https://rp.example/callback\t',
  'https://rp.example/callback\n',
  'https://rp.example:443/callback',
  'https://rp.example:8443/callback',
  'https://rp.example:0/callback',
  'https://rp.example./callback',
  'https://.rp.example/callback',
  'https://www.rp.example/callback',
  'https://evil.example/callback',
  'https://rp.example.evil.example/callback',
  'https://rp.exampleevil.example/callback',
  'https://evil-rp.example/callback',
  'https://rp.example@evil.example/callback',
  'https://user@rp.example/callback',
  'https://user:password@rp.example/callback',
  'https://evil.example\\@rp.example/callback',
  'https://rp.example\\.evil.example/callback',
  'https:\\\\rp.example\\callback',
  'https:/rp.example/callback',
  'https:rp.example/callback',
  'https:///rp.example/callback',
  '//rp.example/callback',
  '/callback',
  'callback',
  '\\\\rp.example\\callback',
  'https://*.example/callback',
  'https://rp.example/*',
  'https://rp.example/',
  'https://rp.example',
  'https://rр.example/callback',
  'https://rp。example/callback',
  'https://rp.example/callback',
  'https://[::1]/callback',
  'https://127.0.0.1/callback',
  'https://localhost/callback',
  'javascript:alert(1)',
  'javascript://rp.example/callback%0aalert(1)',
  'data:text/html,x',
  'vbscript:x',
  'file:///etc/passwd',
  'blob:https://rp.example/callback',
  'about:blank',
  'com.example.app:/callback',
  'urn:ietf:wg:oauth:2.0:oob',
  'https://rp.example/callback,https://evil.example/callback',
  'https://rp.example/callback https://evil.example/callback',
  'null',
  'undefined',
].filter((uri) => uri !== redirectUri)

const nearLoopback: readonly string[] = [
  'https://127.0.0.1:4000/callback',
  'http://127.0.0.1:4000/callback/',
  'http://127.0.0.1:4000/callback?a=b',
  'http://127.0.0.1:4000/callback#x',
  'http://127.0.0.1:4000/other',
  'http://127.0.0.2:4000/callback',
  'http://localhost:4000/callback',
  'http://127.0.0.1.evil.example:4000/callback',
  'http://127.0.0.1:4000@evil.example/callback',
  'http://[::1]:4000/callback',
  'http://0.0.0.0:4000/callback',
  'http://127.1:4000/callback',
]

/** Returns every address with one change at one position. */
function mutations(of: string): string[] {
  const characters = [
    ...'/\\@.:?#;%&=+*~^|<>"\'`{}[]()!$,-_0aZ \t\n\0',
    '\u00a0',
    '。',
    '／',
    '＠',
    'а',
    '\u202e',
  ]
  const places = [...of].map((_character, index) => index)
  const put = (index: number, text: string, instead: number) =>
    of.slice(0, index) + text + of.slice(index + instead)
  return [
    ...places.flatMap((at) =>
      characters.flatMap((character) => [put(at, character, 0), put(at, character, 1)]),
    ),
    ...places.flatMap((at) => [put(at, '', 1), put(at, of.charAt(at).repeat(2), 1)]),
    ...places.map((at) => put(at, of.charAt(at).toUpperCase(), 1)),
    ...places.map((at) => put(at, `%${of.charCodeAt(at).toString(16)}`, 1)),
  ].filter((uri) => uri !== of)
}

let auth: Auth
let issuer: string
let web: string
let native: string
beforeAll(async () => {
  auth = await startAuth()
  const project = await makeProject(auth)
  issuer = project.issuer
  web = (await makeClient(auth, { projectId: project.id })).clientId
  const options = { projectId: project.id, confidential: false, native: true, redirectUris: [loopback] }
  native = (await makeClient(auth, options)).clientId
})
afterAll(() => auth.close())

async function ask(clientId: string, uri: string) {
  const query = new URLSearchParams({
    client_id: clientId,
    response_type: 'code',
    scope: 'openid',
    redirect_uri: uri,
    code_challenge: 'a'.repeat(43),
    code_challenge_method: 'S256',
  })
  const answer = await fetchVia(auth.address)(`${issuer}/auth?${query}`, { headers: { accept: 'text/html' } })
  return { status: answer.status, location: answer.headers.get('location') }
}

describe('redirect address:', () => {
  it('the corpus has at least 60 addresses', () =>
    expect(nearMisses.length + nearLoopback.length).toBeGreaterThanOrEqual(60))

  it('a registered address is accepted', async () => {
    expect((await ask(web, redirectUri)).location).toContain('/interaction/')
  })

  it.each(nearMisses)('an unregistered address is rejected with a page of the server: %j', async (uri) => {
    expect(await ask(web, uri)).toEqual({ status: 400, location: null })
  })

  it('each of 2,000 addresses with one change at one position is rejected', async () => {
    const uris = [...new Set(mutations(redirectUri))]
    expect(uris.length).toBeGreaterThan(2_000)
    const taken: string[] = []
    for (let from = 0; from < uris.length; from += 20)
      await Promise.all(
        uris.slice(from, from + 20).map(async (uri) => {
          const { status, location } = await ask(web, uri)
          if (status !== 400 || location !== null) taken.push(uri)
        }),
      )
    expect(taken).toEqual([])
  })

  it('a native application may use any loopback port (RFC 8252 7.3)', async () => {
    for (const port of [1, 4000, 65535])
      expect((await ask(native, `http://127.0.0.1:${port}/callback`)).location).toContain('/interaction/')
  })

  it.each(nearLoopback)('a native application may change only the port: %s', async (uri) => {
    expect(await ask(native, uri)).toEqual({ status: 400, location: null })
  })

  it.each(nearMisses)('an unregistered address is rejected after a sign-out: %j', async (uri) => {
    const query = new URLSearchParams({ client_id: web, post_logout_redirect_uri: uri })
    const answer = await fetchVia(auth.address)(`${issuer}/session/end?${query}`, {
      headers: { accept: 'text/html' },
    })
    // The client registered this address for signing out.
    if (uri === 'https://rp.example/') return expect(answer.headers.get('location')).toBe(uri)
    expect({ status: answer.status, location: answer.headers.get('location') }).toEqual({
      status: 400,
      location: null,
    })
  })
})
