import { sql } from '@signet/db'
import { fetchVia } from '@signet/testkit'
import type { SamlProvider } from '@signet/testkit/saml'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type Auth, makeClient, rootProjects } from '../support/harness.ts'
import {
  accountsOf,
  addSamlProvider,
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

const failures = async (projectId: string) => lastProblem(auth, projectId)

describe('sign-in through a provider with SAML:', () => {
  test('the browser posts the assertion, and the application receives tokens of a new account', async () => {
    const project = await projectWithSaml(auth, idp, { emailTrusted: true })
    idp.become({
      nameId: 'ada-1',
      attributes: { mail: 'ada@example.com', givenName: 'Ada', sn: 'Lovelace', displayName: 'Ada Lovelace' },
    })
    const { tokens } = await signInBySaml(auth, project)
    expect(await failures(project.id)).toBeUndefined()
    const claims = (await tokens()).claims()
    const [account] = await accountsOf(auth, project.id)
    expect(account).toMatchObject({ email: 'ada@example.com', emailVerified: true, subject: 'ada-1' })
    expect(account?.claims).toMatchObject({
      name: 'Ada Lovelace',
      given_name: 'Ada',
      family_name: 'Lovelace',
    })
    expect(claims).toMatchObject({ sub: account?.accountId })
  })

  test('an administrator signs in at the root address, which publishes the metadata of the provider', async () => {
    const { administratorsId: id } = await rootProjects(auth)
    await addSamlProvider(auth, id, idp)
    const client = await makeClient(auth, { projectId: id, requireConsent: false })
    const accountId = 'usr_root'
    await auth.database.run(sql`
      INSERT INTO accounts (project_id, id, email, email_key) VALUES (${id}, ${accountId}, 'r@example.com', 'r@example.com')`)
    await auth.database.run(sql`
      INSERT INTO identities (project_id, provider_id, issuer, subject, account_id)
      VALUES (${id}, 'corp', ${idp.entityId}, 'root', ${accountId})`)
    idp.become({ nameId: 'root' })
    const project = { id, name: 'root', issuer: auth.baseUrl, client }
    const { tokens } = await signInBySaml(auth, project)
    expect((await tokens()).claims()?.sub).toBe(accountId)
    const metadata = await fetchVia(auth.address)(`${auth.baseUrl}/federation/corp/metadata`)
    expect(await metadata.text()).toContain(`Location="${auth.baseUrl}/federation/corp/callback"`)
  })

  test('a second sign-in reaches the same account', async () => {
    const project = await projectWithSaml(auth, idp)
    await signInBySaml(auth, project)
    const { tokens } = await signInBySaml(auth, project)
    const accounts = await accountsOf(auth, project.id)
    expect(accounts).toHaveLength(1)
    expect((await tokens()).claims()?.sub).toBe(accounts[0]?.accountId)
  })

  test('the last failure is removed by nothing but a success, and the page names the provider', async () => {
    const project = await projectWithSaml(auth, idp)
    idp.deviate({ status: 'urn:oasis:names:tc:SAML:2.0:status:Responder' })
    const { page } = await signInBySaml(auth, project)
    expect(problemOn(page())).toContain('Corp')
    expect(await failures(project.id)).toBe('The provider answered Responder.')
    const [row] = await auth.database.rows<{ failing: boolean }>(sql`
      SELECT failing_since IS NOT NULL AS failing FROM identity_providers WHERE project_id = ${project.id}`)
    expect(row?.failing).toBe(true)
  })
})
