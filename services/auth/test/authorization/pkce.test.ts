import { createHash } from 'node:crypto'
import { FormBrowser } from '@signet/testkit'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { changeClient } from '../support/clients.ts'
import {
  type Auth,
  makeClient,
  makeProject,
  makeUser,
  redirectUri,
  setSetting,
  startAuth,
} from '../support/harness.ts'
import { authorize, type ClientCredentials, postForm } from '../support/journey.ts'

const verifier = 'v'.repeat(43)
const challenge = createHash('sha256').update(verifier).digest('base64url')

const challenges = {
  none: {},
  plain: { code_challenge: verifier, code_challenge_method: 'plain' },
  methodless: { code_challenge: challenge },
  S256: { code_challenge: challenge, code_challenge_method: 'S256' },
} as const
const verifiers = { none: undefined, right: verifier, wrong: 'w'.repeat(43) } as const

let auth: Auth
let issuer: string
let email: string
const clients: Record<'public' | 'confidential', ClientCredentials> = {
  public: { clientId: '' },
  confidential: { clientId: '' },
}
let browser: FormBrowser
beforeAll(async () => {
  auth = await startAuth()
  const project = await makeProject(auth)
  issuer = project.issuer
  email = (await makeUser(auth, project.id)).email
  const options = { projectId: project.id, requireConsent: false }
  const { clientId } = await makeClient(auth, { ...options, confidential: false })
  clients.public = { clientId }
  clients.confidential = await makeClient(auth, options)
  browser = new FormBrowser(auth.address, redirectUri)
})
afterAll(() => auth.close())

async function outcome(
  kind: keyof typeof clients,
  sent: keyof typeof challenges,
  answered: keyof typeof verifiers,
): Promise<string> {
  const url = new URL(`${issuer}/auth`)
  url.search = new URLSearchParams({
    client_id: clients[kind].clientId,
    response_type: 'code',
    redirect_uri: redirectUri,
    scope: 'openid',
    ...challenges[sent],
  }).toString()
  const arrived = await authorize(browser, url, email)
  const refused = arrived.searchParams.get('error')
  if (refused) return `auth ${refused}`
  const codeVerifier = verifiers[answered]
  const { status, body } = await postForm(
    auth,
    `${issuer}/token`,
    {
      grant_type: 'authorization_code',
      code: arrived.searchParams.get('code') ?? '',
      redirect_uri: redirectUri,
      ...(codeVerifier ? { code_verifier: codeVerifier } : {}),
    },
    clients[kind],
  )
  return status === 200 ? 'tokens' : `token ${body.error}`
}

/** Only a matching S256 pair is accepted, and a confidential client may omit PKCE while it is optional. */
function expected(required: boolean, kind: string, sent: string, answered: string): string {
  if (sent === 'plain' || sent === 'methodless') return 'auth invalid_request'
  if (sent === 'none' && (required || kind === 'public')) return 'auth invalid_request'
  if (sent === 'none') return answered === 'none' ? 'tokens' : 'token invalid_grant'
  return answered === 'right' ? 'tokens' : 'token invalid_grant'
}

it.each([true, false])(
  'every combination of client, challenge and verifier has the specified outcome with pkce.required %s',
  async (required) => {
    await setSetting(auth, 'pkce.required', required)
    for (const kind of ['public', 'confidential'] as const)
      for (const sent of Object.keys(challenges) as (keyof typeof challenges)[])
        for (const answered of Object.keys(verifiers) as (keyof typeof verifiers)[])
          expect([kind, sent, answered, await outcome(kind, sent, answered)]).toEqual([
            kind,
            sent,
            answered,
            expected(required, kind, sent, answered),
          ])
  },
)

it.each([
  ['optional', true, 'tokens'],
  ['required', false, 'auth invalid_request'],
] as const)(
  'a confidential application whose pkce is %s ignores the setting pkce.required %s',
  async (pkce, setting, result) => {
    await setSetting(auth, 'pkce.required', setting)
    for (const { clientId } of Object.values(clients)) await changeClient(auth, clientId, 'pkce', pkce)
    expect(await outcome('confidential', 'none', 'none')).toBe(result)
    expect(await outcome('confidential', 'S256', 'wrong')).toBe('token invalid_grant')
    expect(await outcome('public', 'none', 'none')).toBe('auth invalid_request')
    for (const { clientId } of Object.values(clients)) await changeClient(auth, clientId, 'pkce', null)
  },
)

it.each(['token', 'id_token', 'code id_token', 'none'])('the response type %s is rejected', async (type) => {
  const url = new URL(`${issuer}/auth`)
  url.search = new URLSearchParams({
    client_id: clients.confidential.clientId,
    response_type: type,
    redirect_uri: redirectUri,
    scope: 'openid',
    nonce: 'n',
    ...challenges.S256,
  }).toString()
  const answer = await browser.open(url)
  const said = 'html' in answer ? answer.html : answer.arrivedAt.href
  expect(said).toContain('unsupported_response_type')
})

it('the password grant is rejected at the token endpoint', async () => {
  const answer = await postForm(
    auth,
    `${issuer}/token`,
    { grant_type: 'password', username: email, password: 'x' },
    clients.confidential,
  )
  expect(answer).toMatchObject({ status: 400, body: { error: 'unsupported_grant_type' } })
})
