import { sql } from '@signet/db'
import { bumpProject } from '@signet/tenancy'
import { fetchVia } from '@signet/testkit'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { ask } from '../consent/journey.ts'
import { storeClient } from '../support/clients.ts'
import { type Auth, makeProject, makeUser, startAuth } from '../support/harness.ts'

let auth: Auth
let issuer: string
let projectId: string
beforeAll(async () => {
  auth = await startAuth()
  ;({ id: projectId, issuer } = await makeProject(auth))
})
afterAll(() => auth?.close())

it('claims of the profile take precedence over stored claims of the same name', async () => {
  const client = await storeClient(auth, projectId)
  const { id, email } = await makeUser(auth, projectId)
  await auth.database.run(sql`
    UPDATE accounts SET claims = '{"given_name": "Stored", "website": "https://ada.example"}'::jsonb,
      profile = '{"name": {"givenName": "Ada", "familyName": "Lovelace"}, "displayName": "Ada L.", "nickName": "Countess"}'::jsonb
    WHERE project_id = ${projectId} AND id = ${id}`)
  const { answer } = await ask({ auth, issuer, client, login: email }, { scope: 'openid profile' })
  const headers = { authorization: `Bearer ${(await answer()).access_token}` }
  const response = await fetchVia(auth.address)(`${issuer}/me`, { headers })
  expect(await response.json()).toMatchObject({
    given_name: 'Ada',
    family_name: 'Lovelace',
    name: 'Ada L.',
    nickname: 'Countess',
    website: 'https://ada.example',
  })
})

it('the consent page names the project by its display name, or by its address without one', async () => {
  const client = await storeClient(auth, projectId)
  const { email } = await makeUser(auth, projectId)
  const said = async () =>
    (await ask({ auth, issuer, client, login: email }, { scope: 'openid email', prompt: 'consent' })).said
  const show = async (name: string | null) => {
    await auth.database.run(sql`UPDATE projects SET display_name = ${name} WHERE id = ${projectId}`)
    await auth.database.transaction((tx) => bumpProject(tx, projectId))
  }
  await show('Lovelace & Sons')
  expect(await said()).toContain('Lovelace &amp; Sons')
  await show(null)
  const without = await said()
  expect(without).not.toContain('Lovelace')
  expect(without).toContain(issuer.replace(/^https?:\/\//, ''))
})
