import { sql } from '@signet/db'
import { FormBrowser } from '@signet/testkit'
import { decodeJwt } from 'jose'
import * as oidc from 'openid-client'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { changeClient, party, storeClient } from '../support/clients.ts'
import {
  type Auth,
  makeProject,
  makeUser,
  password,
  redirectUri,
  setSetting,
  startAuth,
} from '../support/harness.ts'
import { arrivalOf, pageOf, postForm } from '../support/journey.ts'

const types = {
  payment: {
    type: 'object',
    properties: {
      type: { const: 'payment' },
      actions: { type: 'array', items: { enum: ['initiate', 'status'] } },
      amount: { type: 'object', properties: { value: { type: 'string' }, currency: { type: 'string' } } },
    },
    required: ['type', 'amount'],
    additionalProperties: false,
  },
}
const payment = { type: 'payment', actions: ['initiate'], amount: { value: '12.50', currency: 'EUR' } }
const bank = 'https://bank.example/'
const smaller = { ...payment, amount: { value: '1.00', currency: 'EUR' } }

let auth: Auth
let world: { issuer: string; clientId: string; clientSecret: string; email: string }
beforeAll(async () => {
  auth = await startAuth()
  await setSetting(auth, 'richAuthorizationRequests.types', types)
  await setSetting(auth, 'richAuthorizationRequests.enabled', true)
  const { id, issuer } = await makeProject(auth)
  const client = await storeClient(auth, id, { authorization_details_types: ['payment'] })
  await auth.database.run(sql`
    INSERT INTO resources (project_id, id, namespace, identifier, identifier_key, name, scopes, token_format)
    VALUES (${id}, 'bank', ${id}, ${bank}, ${bank}, 'Bank', ${['pay']}, 'opaque')`)
  world = { issuer, ...client, email: (await makeUser(auth, id)).email }
})
afterAll(() => auth.close())

const asking = (details: unknown) => ({ authorization_details: JSON.stringify(details), resource: bank })

async function toConsent(details: unknown) {
  const rp = await party(auth, world)
  const browser = new FormBrowser(auth.address, redirectUri)
  const { url, redeem } = await rp.begin(asking(details))
  const signIn = pageOf(await browser.open(url))
  const consent = pageOf(await browser.submit(signIn, '/login', { login: world.email, password }))
  return { rp, browser, consent, redeem }
}

async function refusal(details: unknown) {
  const rp = await party(auth, world)
  const { url } = await rp.begin(asking(details))
  return arrivalOf(await new FormBrowser(auth.address, redirectUri).open(url)).searchParams.get('error')
}

describe('rich authorization requests:', () => {
  it('all details are shown before consent, also for an application that needs no consent', async () => {
    const { consent } = await toConsent([payment])
    for (const shown of ['payment', 'initiate', '12.50', 'EUR']) expect(consent.html).toContain(shown)
  })

  it('markup in a detail is shown as text', async () => {
    const { consent } = await toConsent([{ ...payment, amount: { value: '<img src=x>', currency: '"' } }])
    expect(consent.html).not.toContain('<img src=x')
    expect(consent.html).toContain('&lt;img src=x&gt;')
  })

  it('accepted details are in the token response and in introspection', async () => {
    const { rp, browser, consent, redeem } = await toConsent([payment])
    const tokens = await redeem(arrivalOf(await browser.submit(consent, '/consent')))
    expect(tokens.authorization_details).toEqual([payment])
    const asked = await oidc.tokenIntrospection(rp.config, String(tokens.access_token))
    expect(asked).toMatchObject({ active: true, authorization_details: [payment] })
    expect(decodeJwt(tokens.id_token ?? '').sub).toEqual(expect.any(String))
  })

  it('a token request may name fewer details than granted, and no others', async () => {
    const redeemed = async (asked: object) => {
      const rp = await party(auth, world)
      const browser = new FormBrowser(auth.address, redirectUri)
      const { url, verifier } = await rp.beginRaw(asking([payment, smaller]))
      const signIn = pageOf(await browser.open(url))
      const consent = pageOf(await browser.submit(signIn, '/login', { login: world.email, password }))
      const code = arrivalOf(await browser.submit(consent, '/consent')).searchParams.get('code') ?? ''
      const body = {
        grant_type: 'authorization_code',
        code,
        redirect_uri: redirectUri,
        code_verifier: verifier,
      }
      // The API is granted already and need not be named again (RFC 9396 6).
      const details = { authorization_details: JSON.stringify([asked]) }
      return (await postForm(auth, `${world.issuer}/token`, { ...body, ...details }, world)).body
    }
    expect(await redeemed(smaller)).toMatchObject({ authorization_details: [smaller] })
    expect(await redeemed({ ...payment, actions: ['status'] })).toMatchObject({
      error: 'invalid_authorization_details',
    })
  })

  it('a refresh that names details and no scope of the API returns a token for the API', async () => {
    const rp = await party(auth, world)
    const browser = new FormBrowser(auth.address, redirectUri)
    const asked = { ...asking([payment, smaller]), scope: 'openid offline_access pay', prompt: 'consent' }
    const { url, redeem } = await rp.begin(asked)
    const signIn = pageOf(await browser.open(url))
    const consent = pageOf(await browser.submit(signIn, '/login', { login: world.email, password }))
    const { refresh_token } = await redeem(arrivalOf(await browser.submit(consent, '/consent')))
    const { body } = await postForm(
      auth,
      `${world.issuer}/token`,
      {
        grant_type: 'refresh_token',
        refresh_token: String(refresh_token),
        scope: 'openid',
        authorization_details: JSON.stringify([smaller]),
      },
      world,
    )
    expect(body).toMatchObject({ authorization_details: [smaller] })
    expect(await oidc.tokenIntrospection(rp.config, String(body.access_token))).toMatchObject({ aud: bank })
  })

  it.each([
    ['an undeclared type', [{ type: 'transfer' }]],
    ['a detail that does not match its schema', [{ type: 'payment' }]],
    ['a member that the schema does not declare', [{ ...payment, secret: true }]],
    ['details that are not a list', payment],
    ['more than 20 details', Array.from({ length: 21 }, () => payment)],
  ])('a request with %s is rejected', async (_what, details) => {
    expect(await refusal(details)).toBe('invalid_authorization_details')
  })

  it('details are rejected for an application that is not registered for the type', async () => {
    await changeClient(auth, world.clientId, 'authorization_details_types', [])
    await setSetting(auth, 'richAuthorizationRequests.enabled', true)
    try {
      expect(await refusal([payment])).toBe('invalid_authorization_details')
    } finally {
      await changeClient(auth, world.clientId, 'authorization_details_types', ['payment'])
      await setSetting(auth, 'richAuthorizationRequests.enabled', true)
    }
  })

  it('the parameter is ignored while the setting is off', async () => {
    await setSetting(auth, 'richAuthorizationRequests.enabled', false)
    try {
      const rp = await party(auth, world)
      expect(rp.config.serverMetadata().authorization_details_types_supported).toBeUndefined()
      const { url } = await rp.begin(asking('nonsense'))
      expect(pageOf(await new FormBrowser(auth.address, redirectUri).open(url)).html).toContain(
        'name="password"',
      )
    } finally {
      await setSetting(auth, 'richAuthorizationRequests.enabled', true)
    }
  })
})
