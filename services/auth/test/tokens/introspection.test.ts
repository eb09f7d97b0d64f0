import { afterAll, beforeAll, expect, it } from 'vitest'
import { changeClient, storeClient } from '../support/clients.ts'
import { type Auth, makeProject, makeUser, startAuth } from '../support/harness.ts'
import { type ClientCredentials, postForm, signIn } from '../support/journey.ts'

let auth: Auth
let project: { id: string; issuer: string }
beforeAll(async () => {
  auth = await startAuth()
  project = await makeProject(auth)
})
afterAll(() => auth?.close())

it('an application introspects its own tokens, and one that an administrator created also every access token of the project', async () => {
  const user = await makeUser(auth, project.id)
  const app = await storeClient(auth, project.id)
  const otherApp = await storeClient(auth, project.id)
  const selfMade = await storeClient(auth, project.id)
  await changeClient(auth, selfMade.clientId, 'registered_dynamically', true)
  const offline = { scope: 'openid offline_access', prompt: 'consent' }
  const tokensOf = async (client: ClientCredentials) =>
    (await signIn(auth, project.issuer, client, user.email, offline)).tokens
  const [ours, theirs] = [await tokensOf(app), await tokensOf(selfMade)]
  const active = async (client: ClientCredentials, token: string | undefined) =>
    (await postForm(auth, `${project.issuer}/token/introspection`, { token: token ?? '' }, client)).body
      .active
  const asSeenBy = async (client: ClientCredentials) => ({
    access: [await active(client, ours.access_token), await active(client, theirs.access_token)],
    refresh: [await active(client, ours.refresh_token), await active(client, theirs.refresh_token)],
  })
  expect(await asSeenBy(app)).toEqual({ access: [true, true], refresh: [true, false] })
  expect(await asSeenBy(otherApp)).toEqual({ access: [true, true], refresh: [false, false] })
  expect(await asSeenBy(selfMade)).toEqual({ access: [false, true], refresh: [false, true] })
})
