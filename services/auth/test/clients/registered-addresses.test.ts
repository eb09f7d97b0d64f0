import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Auth, makeProject, setSetting, startAuth } from '../support/harness.ts'
import { callRegistration } from '../support/registering.ts'

let auth: Auth
let issuer: string
beforeAll(async () => {
  auth = await startAuth()
  issuer = (await makeProject(auth)).issuer
  for (const name of ['registration', 'registrationManagement'])
    await setSetting(auth, `${name}.enabled`, true)
  await setSetting(auth, 'registration.issueRegistrationAccessToken', true)
})
afterAll(() => auth?.close())

const register = (metadata: object) => callRegistration(auth, 'POST', `${issuer}/reg`, metadata)

const https = 'https://app.example/callback'
const privateUse = 'com.example.app:/cb'

describe('dynamic registration:', () => {
  it.each([
    [privateUse],
    [privateUse, https],
    [https, privateUse],
    [
      'com.example.app://auth/cb',
      'http://127.0.0.1/cb',
      'http://[::1]:8000/cb',
      'http://localhost/cb',
      https,
    ],
  ])(
    'a native application registers these addresses, also without application_type: %j',
    async (...redirectUris) => {
      for (const type of [{ application_type: 'native' }, {}]) {
        const { status, body } = await register({ redirect_uris: redirectUris, ...type })
        expect([status, body]).toEqual([
          201,
          expect.objectContaining({ redirect_uris: redirectUris, application_type: 'native' }),
        ])
      }
    },
  )

  const scheme = 'must use https; a scheme of its own with a dot is possible for a native application'
  it.each<[unknown, string, object?]>([
    ['http://rp.example/', 'must use https, or http at a loopback address'],
    ['https://rp.example/#x', 'must not have a fragment'],
    ['https://a:b@rp.example/', 'must not carry credentials'],
    ['https://*.rp.example/', 'must not have a wildcard'],
    ['nonsense', 'must be an absolute address'],
    [5, 'must be an absolute address'],
    ['javascript:alert(1)', scheme],
    ['myapp:/cb', scheme],
    [privateUse, scheme, { application_type: 'web' }],
    [
      'https://localhost/cb',
      'must use http at a loopback address of a native application',
      { application_type: 'native' },
    ],
  ])('the rejection names the value %j and the reason', async (value, reason, more = {}) => {
    const { status, body } = await register({ redirect_uris: [https, value], ...more })
    const text = `redirect_uris.1 ${reason}: ${encodeURI(String(value))}`
    expect([status, body]).toEqual([400, { error: 'invalid_redirect_uri', error_description: text }])
    const after = await register({ redirect_uris: [https], post_logout_redirect_uris: [value], ...more })
    expect([after.status, after.body]).toEqual([
      400,
      {
        error: 'invalid_client_metadata',
        error_description: `post_${text.replace('redirect_uris.1', 'logout_redirect_uris.0')}`,
      },
    ])
  })

  it('the rejection is ASCII and shortens a long value', async () => {
    const { body } = await register({ redirect_uris: [`http://rp.example/"ä"\ud800${'x'.repeat(1500)}`] })
    expect(body.error_description).toMatch(/^[\x20-\x21\x23-\x5b\x5d-\x7e]{100,400}$/)
  })

  it('the rejection of an update names the value', async () => {
    const { body } = await register({ redirect_uris: [https] })
    const { client_id: clientId, registration_access_token: token } = body
    const changed = { client_id: clientId, redirect_uris: ['http://rp.example/'] }
    const answer = await callRegistration(auth, 'PUT', `${issuer}/reg/${clientId}`, changed, String(token))
    expect(answer.body.error_description).toContain('http://rp.example/')
  })
})
