import { sql } from '@signet/db'
import {
  assertionKeyPlace,
  beginTrial,
  newTryRef,
  type PendingChange,
  readTrial,
  sealPendingChange,
  tryUrl,
} from '@signet/federation'
import { isPage } from '@signet/testkit'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type Auth, makeProject } from '../support/harness.ts'
import { addProvider, browserOf, isCallback, startFederation, type Upstream } from './world.ts'

const providerId = 'upstream'
const by = 'usr_administrator'
let auth: Auth
let upstream: Upstream
let project: { id: string; issuer: string }
let close: () => Promise<void>
beforeAll(async () => {
  ;({ auth, upstream, close } = await startFederation())
})
beforeEach(async () => {
  upstream.answer('signed_in')
  project = await makeProject(auth)
  await addProvider(auth, project.id, upstream, { id: providerId })
})
afterAll(() => close?.())

async function waitFor(values: PendingChange['values'], pendingId = 'change-1') {
  const sealed = sealPendingChange(auth.vault, { projectId: project.id, providerId }, { by, values })
  await auth.database.run(sql`
    UPDATE identity_providers SET pending_id = ${pendingId}, pending_sealed = ${sealed},
      pending_fields = ${Object.keys(values)}, pending_since = now()
    WHERE project_id = ${project.id} AND id = ${providerId}`)
}

const stored = async () =>
  (
    await auth.database.rows(sql`
      SELECT client_id, scopes, pending_id, pending_sealed, pending_fields, pending_since FROM identity_providers
      WHERE project_id = ${project.id} AND id = ${providerId}`)
  )[0]

const begin = async () => {
  const at = { projectId: project.id, providerId, tryRef: newTryRef() }
  await auth.database.transaction((tx) => beginTrial(tx, auth.vault, at))
  const read = async () => (await readTrial(auth.database, at))?.result
  return { read, url: tryUrl(project.issuer, providerId, at.tryRef) }
}

const open = async (url: string, browser = browserOf(auth), stop?: (url: URL) => boolean) => {
  const end = await browser.open(url, stop)
  return isPage(end)
    ? { url: end.url, status: end.status, browser }
    : { url: end.arrivedAt, status: 303, browser }
}

const emptied = { pending_id: null, pending_sealed: null, pending_fields: [], pending_since: null }

describe('trial of a provider with a pending change:', () => {
  test('a successful trial applies the new values, with an audit entry of the administrator who made the change', async () => {
    const { clientId, clientSecret } = upstream.client
    await auth.database.run(sql`
      UPDATE identity_providers SET client_id = 'outdated' WHERE project_id = ${project.id} AND id = ${providerId}`)
    await waitFor({ clientId, clientSecret, scopes: ['email'] })
    const trial = await begin()
    expect((await open(trial.url)).status).toBe(200)
    expect(await trial.read()).toMatchObject({
      claims: { sub: upstream.person.sub },
      appliedFields: ['clientId', 'clientSecret', 'scopes'],
    })
    expect(await stored()).toEqual({ client_id: clientId, scopes: ['email'], ...emptied })
    const entries = await auth.database.rows(sql`
      SELECT actor, action, target_id, detail FROM audit_entries WHERE project_id = ${project.id}`)
    expect(entries).toEqual([
      {
        actor: by,
        action: 'federation.provider.update',
        target_id: project.id,
        detail: { providerId, appliedFields: ['clientId', 'clientSecret', 'scopes'] },
      },
    ])
    const next = await begin()
    await open(next.url)
    expect(await next.read()).toMatchObject({ claims: { sub: upstream.person.sub } })
  })

  test('a successful trial with a secret deletes the key for client assertions', async () => {
    await auth.database.run(sql`
      UPDATE identity_providers SET client_authentication = 'private_key_jwt', assertion_key = '{}',
        assertion_key_sealed = ${auth.vault.seal('{}', assertionKeyPlace({ projectId: project.id, providerId }))}
      WHERE project_id = ${project.id} AND id = ${providerId}`)
    await waitFor({ clientAuthentication: 'secret' })
    const trial = await begin()
    await open(trial.url)
    expect(await trial.read()).toMatchObject({ appliedFields: ['clientAuthentication'] })
    const rows = await auth.database.rows(sql`
      SELECT client_authentication AS method, assertion_key AS key, assertion_key_sealed AS sealed
      FROM identity_providers WHERE project_id = ${project.id}`)
    expect(rows).toEqual([{ method: 'secret', key: null, sealed: null }])
  })

  test('a failed trial leaves the credentials and the pending change unchanged', async () => {
    await waitFor({ clientSecret: 'unknown-to-the-provider' })
    const before = await stored()
    const trial = await begin()
    await open(trial.url)
    expect(await trial.read()).toMatchObject({ problem: expect.any(String) })
    expect(await stored()).toEqual(before)
  })

  test('a trial does not apply a change that replaced the tried one during the trial', async () => {
    await waitFor({ scopes: ['email'] })
    const trial = await begin()
    const back = await open(trial.url, browserOf(auth), isCallback)
    await waitFor({ scopes: ['groups'] }, 'change-2')
    const before = await stored()
    expect((await open(back.url.href, back.browser)).status).toBe(400)
    expect(await trial.read()).toBeNull()
    expect(await stored()).toEqual(before)
  })
})
