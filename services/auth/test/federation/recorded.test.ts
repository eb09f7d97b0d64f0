import type { AddressInfo } from 'node:net'
import { sql } from '@signet/db'
import { issuerOfProvider, kindOf, signingKeyPlace } from '@signet/federation'
import { FormBrowser } from '@signet/testkit'
import { type Recorded, recordedProviders } from '@signet/testkit/recorded'
import { exportPKCS8, generateKeyPair } from 'jose'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { buildApp } from '../../src/app.ts'
import { UpstreamConnections } from '../../src/upstream/connections.ts'
import { type Auth, redirectUri, startAuth } from '../support/harness.ts'
import { arrivalOf, pageOf } from '../support/journey.ts'
import { recordedVendor } from './recorded-vendor.ts'
import { accountsOf, type FederatedProject, openSignIn, projectWith } from './world.ts'

const tenant = '9a95fd9e-005d-487a-9a01-d08c1eab2757'
const client = { clientId: 'signet', clientSecret: 'secret' }

let auth: Auth
beforeAll(async () => {
  auth = await startAuth()
})
afterAll(() => auth?.close())

async function reaching(egress: Awaited<ReturnType<typeof recordedVendor>>['egress']): Promise<Auth> {
  const app = await buildApp({ ...auth.depsNow(), egress, upstreams: new UpstreamConnections(egress) })
  await app.listen({ host: '127.0.0.1', port: 0 })
  onTestFinished(() => app.close())
  return { ...auth, address: { host: '127.0.0.1', port: (app.server.address() as AddressInfo).port } }
}

/** Adds the provider as an administrator does: by kind, with an issuer only when the kind has none. */
async function configured({ kind, document }: Recorded, ownTenant: string | null) {
  const issuer = kindOf(kind).issuer === null ? document.issuer : null
  const project = await projectWith(
    auth,
    { issuer: issuer ?? '', client },
    { id: 'vendor', ...(kind ? { catalogueId: kind } : {}), scopes: kindOf(kind).scopes },
  )
  const columns = { catalogueId: kind, issuer, tenant: kind === 'entra' ? ownTenant : null }
  const { privateKey } = await generateKeyPair('ES256', { extractable: true })
  const place = signingKeyPlace({ projectId: project.id, providerId: 'vendor' })
  const signingKey = kind === 'apple' ? auth.vault.seal(await exportPKCS8(privateKey), place) : null
  await auth.database.run(sql`
    UPDATE identity_providers SET issuer = ${issuer}, tenant = ${columns.tenant}, signing_key_sealed = ${signingKey},
      team_id = ${signingKey && 'TEAM'}, key_id = ${signingKey && 'KEY'} WHERE project_id = ${project.id}`)
  return { project, discoveredAt: issuerOfProvider(columns) ?? '' }
}

/** Returns as the vendor does: by a redirect or a posted form. */
async function throughVendor(server: Auth, project: FederatedProject, from: Recorded['document']) {
  const vendor = new URL(from.authorization_endpoint).host
  const browser = new FormBrowser(server.address, redirectUri)
  const { first, redeem } = await openSignIn(server, project, { browser })
  const left = arrivalOf(
    await browser.follow(pageOf(first), '/provider/vendor', ({ host }) => host === vendor),
  )
  const asked = left.searchParams
  const answer = new URLSearchParams({ code: 'c', state: asked.get('state') ?? '' })
  const callback = asked.get('redirect_uri') ?? ''
  const back = () =>
    asked.get('response_mode') === 'form_post'
      ? browser.post(callback, answer.toString())
      : browser.open(`${callback}?${answer}`)
  return { left, asked, back, redeem }
}

const named = recordedProviders.map((recorded) => ({
  ...recorded,
  issuer: recorded.document.issuer,
  own: tenant,
}))
const byDomain = named
  .filter(({ kind }) => kind === 'entra')
  .map((each) => ({ ...each, own: 'corp.example' }))

test.each([...named, ...byDomain])(
  'a user signs in through $issuer of kind $kind (tenant $own)',
  async ({ own, issuer, ...recorded }) => {
    const { document } = recorded
    const { project, discoveredAt } = await configured(recorded, own)
    const vendor = await recordedVendor(recorded, discoveredAt)
    const server = await reaching(vendor.egress)
    const { left, asked, back, redeem } = await throughVendor(server, project, document)

    expect(`${left.origin}${left.pathname}`).toBe(document.authorization_endpoint)
    expect(document.scopes_supported).toEqual(expect.arrayContaining(asked.get('scope')?.split(' ') ?? []))
    expect(document.response_modes_supported ?? ['query']).toContain(asked.get('response_mode') ?? 'query')
    const iss = issuer.replace('{tenantid}', tenant)
    vendor.signsIn({
      iss,
      aud: client.clientId,
      sub: 'vendor-user',
      tid: tenant,
      nonce: asked.get('nonce') ?? '',
      email: 'ada@corp.example',
    })
    const tokens = await redeem(arrivalOf(await back()))

    expect(await accountsOf(auth, project.id)).toMatchObject([
      { accountId: tokens.claims()?.sub, subject: 'vendor-user', email: 'ada@corp.example' },
    ])
    const methods = document.token_endpoint_auth_methods_supported ?? []
    const usedBasic = vendor.redeemed()?.authorization?.startsWith('Basic ') ?? false
    expect(methods).toContain(usedBasic ? 'client_secret_basic' : 'client_secret_post')
    expect(vendor.redeemed()?.form.get('code_verifier')).toMatch(/^[\w-]{43}$/)
  },
)
