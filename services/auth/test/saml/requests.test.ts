import { createPublicKey, verify, X509Certificate } from 'node:crypto'
import { sql } from '@signet/db'
import { newRequestKey } from '@signet/federation'
import type { SamlProvider } from '@signet/testkit/saml'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { openSignIn } from '../federation/world.ts'
import { type Auth, startAuth } from '../support/harness.ts'
import { pageOf } from '../support/journey.ts'
import {
  accountsOf,
  browserOf,
  lastProblem,
  problemOn,
  projectWithSaml,
  signInBySaml,
  startSaml,
} from './world.ts'

let auth: Auth
let idp: SamlProvider
let close: () => Promise<void>
beforeAll(async () => {
  ;({ auth, idp, close } = await startSaml())
})
beforeEach(() => {
  idp.become()
  idp.deviate()
})
afterAll(() => close?.())

const metadataOf = async (issuer: string): Promise<string> => {
  const { status, html } = pageOf(await browserOf(auth).open(`${issuer}/federation/corp/metadata`))
  expect(status).toBe(200)
  return html
}

describe('the service provider:', () => {
  test('its metadata names the entity ID and the address that the request has', async () => {
    const project = await projectWithSaml(auth, idp)
    await signInBySaml(auth, project)
    const request = idp.requests.at(-1)
    const metadata = await metadataOf(project.issuer)
    expect(request).toMatchObject({
      issuer: `${project.issuer}/federation/corp/metadata`,
      acsUrl: `${project.issuer}/federation/corp/callback`,
    })
    expect(metadata).toContain(`entityID="${request?.issuer}"`)
    expect(metadata).toContain(`Location="${request?.acsUrl}"`)
    expect(metadata).toContain('WantAssertionsSigned="true"')
    expect(request?.query.get('Signature')).toBeNull()
    expect(request?.query.get('RelayState')?.length).toBeLessThan(80)
  })

  test('the metadata of a provider that does not exist is not found', async () => {
    const project = await projectWithSaml(auth, idp)
    expect(pageOf(await browserOf(auth).open(`${project.issuer}/federation/none/metadata`)).status).toBe(404)
  })

  test('a signed request verifies with the certificate in the metadata', async () => {
    const project = await projectWithSaml(auth, idp)
    const key = await newRequestKey(auth.vault, { projectId: project.id, providerId: 'corp' })
    await auth.database.run(sql`
      UPDATE identity_providers SET signs_requests = true, assertion_key = ${JSON.stringify(key.assertionKey)}::jsonb,
        assertion_key_sealed = ${key.assertionKeySealed}
      WHERE project_id = ${project.id}`)
    await (await signInBySaml(auth, project)).tokens()
    const { query } = idp.requests.at(-1) ?? {}
    const [, certificate = ''] = /<ds:X509Certificate>([^<]+)</.exec(await metadataOf(project.issuer)) ?? []
    const signedText = ['SAMLRequest', 'RelayState', 'SigAlg']
      .map((name) => `${name}=${encodeURIComponent(query?.get(name) ?? '')}`)
      .join('&')
    const publicKey = createPublicKey(
      new X509Certificate(Buffer.from(certificate, 'base64')).publicKey.export({
        type: 'spki',
        format: 'pem',
      }),
    )
    const signature = Buffer.from(query?.get('Signature') ?? '', 'base64')
    expect(query?.get('SigAlg')).toBe('http://www.w3.org/2001/04/xmldsig-more#rsa-sha256')
    expect(verify('sha256', Buffer.from(signedText), publicKey, signature)).toBe(true)
  })
})

describe('metadata at an address:', () => {
  const stored = async (projectId: string) =>
    auth.database.rows<{ certificates: string[]; actor: string | null }>(sql`
      SELECT signing_certificates AS certificates,
        (SELECT actor FROM audit_entries e WHERE e.project_id = p.project_id AND e.action = 'federation.provider.update' LIMIT 1) AS actor
      FROM identity_providers p WHERE project_id = ${projectId}`)

  test('a response with a key that the metadata published since then is accepted, and the change is audited', async () => {
    const project = await projectWithSaml(auth, idp, { metadataUrl: idp.metadataUrl })
    await (await signInBySaml(auth, project)).tokens()
    idp.changeKey()
    await (await signInBySaml(auth, project)).tokens()
    expect(await stored(project.id)).toEqual([
      { certificates: [idp.certificate().trim()], actor: `upstream:${project.id}:corp` },
    ])
    expect(await accountsOf(auth, project.id)).toHaveLength(1)
  })

  test('a response with a new key is refused for a provider with pasted metadata', async () => {
    const project = await projectWithSaml(auth, idp)
    idp.changeKey()
    await signInBySaml(auth, project)
    expect(await lastProblem(auth, project.id)).toContain('no certificate of the provider verifies')
  })

  test('metadata of another entity changes nothing', async () => {
    const project = await projectWithSaml(auth, idp, { metadataUrl: idp.metadataUrl })
    await auth.database.run(
      sql`UPDATE identity_providers SET issuer = 'urn:former' WHERE project_id = ${project.id}`,
    )
    const { browser, first } = await openSignIn(auth, project)
    const page = pageOf(await browser.follow(pageOf(first), '/provider/corp'))
    expect(problemOn(page)).toContain('Corp')
    expect(await lastProblem(auth, project.id)).toMatch(
      /^The metadata of the provider describes .*, expected urn:former\.$/,
    )
  })

  test('a provider that does not respond is explained before the browser leaves', async () => {
    const other = await startAuth([])
    try {
      const project = await projectWithSaml(other, idp, { metadataUrl: 'https://127.0.0.1:9/metadata' })
      const { browser, first } = await openSignIn(other, project)
      const page = pageOf(await browser.follow(pageOf(first), '/provider/corp'))
      expect(problemOn(page)).toContain('Corp could not sign you in right now.')
    } finally {
      await other.close()
    }
  })
})
