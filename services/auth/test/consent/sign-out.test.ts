import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { storeClient } from '../support/clients.ts'
import { type Auth, makeProject, makeUser, startAuth } from '../support/harness.ts'
import { arrivalOf, type ClientCredentials, pageOf } from '../support/journey.ts'
import { ask, newBrowser, textOf } from './journey.ts'

const home = 'https://rp.example/callback'

let auth: Auth
let issuer: string
let projectId: string
let login: string
beforeAll(async () => {
  auth = await startAuth()
  ;({ id: projectId, issuer } = await makeProject(auth))
  login = (await makeUser(auth, projectId)).email
})
afterAll(() => auth?.close())

const back = { post_logout_redirect_uris: [home] }

async function signedIn(client: ClientCredentials, browser = newBrowser(auth), who = login) {
  const { answer } = await ask({ auth, issuer, client, login: who, browser }, { scope: 'openid' })
  return { browser, idToken: String((await answer()).id_token) }
}

const signOut = (browser: ReturnType<typeof newBrowser>, hint: Record<string, string>) =>
  browser.open(
    `${issuer}/session/end?${new URLSearchParams({ post_logout_redirect_uri: home, state: 's', ...hint })}`,
  )

const isSignedIn = async (client: ClientCredentials, browser: ReturnType<typeof newBrowser>) => {
  const { at } = await ask({ auth, issuer, client, login, browser }, { scope: 'openid', prompt: 'none' })
  return arrivalOf(at).searchParams.has('code')
}

describe('RP-Initiated Logout, section 2:', () => {
  it.each([
    {},
    { subject_type: 'pairwise' },
    { backchannel_logout_session_required: true, backchannel_logout_uri: 'https://rp.example/logout' },
  ])('the ID token of the session signs out without a confirmation: %j', async (columns) => {
    const client = await storeClient(auth, projectId, { ...back, ...columns })
    const { browser, idToken } = await signedIn(client)
    expect(await isSignedIn(client, browser)).toBe(true)
    const arrived = arrivalOf(await signOut(browser, { id_token_hint: idToken }))
    expect(arrived.href).toBe(`${home}?state=s`)
    expect(await isSignedIn(client, browser)).toBe(false)
  })

  it('the ID token of another user or of an earlier sign-in, and a missing one, require a confirmation', async () => {
    const client = await storeClient(auth, projectId, back)
    const other = (await makeUser(auth, projectId)).email
    const { idToken: theirs } = await signedIn(client, newBrowser(auth), other)
    const { browser } = await signedIn(client)
    for (const hint of [{ id_token_hint: theirs }, { client_id: client.clientId }])
      expect(textOf(pageOf(await signOut(browser, hint)).html)).toContain('Do you want to sign out')
    const bound = await storeClient(auth, projectId, {
      ...back,
      backchannel_logout_session_required: true,
      backchannel_logout_uri: 'https://rp.example/logout',
    })
    const { idToken: earlier } = await signedIn(bound)
    const again = await signedIn(bound)
    expect(textOf(pageOf(await signOut(again.browser, { id_token_hint: earlier })).html)).toContain(
      'Do you want',
    )
    expect(await isSignedIn(bound, again.browser)).toBe(true)
  })

  it('the ID token of an application unknown to the session requires a confirmation', async () => {
    const [one, other] = [await storeClient(auth, projectId, back), await storeClient(auth, projectId, back)]
    const { idToken } = await signedIn(other)
    const { browser } = await signedIn(one)
    expect(pageOf(await signOut(browser, { id_token_hint: idToken })).status).toBe(200)
  })
})
