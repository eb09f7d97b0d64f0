import { createRelyingParty, FormBrowser, fetchVia, isPage } from '@signet/testkit'
import { afterAll, beforeAll, expect, it } from 'vitest'
import {
  type Auth,
  makeClient,
  makeProject,
  makeUser,
  password,
  redirectUri,
  startAuth,
} from '../support/harness.ts'

/** Concurrent uses per round; a soak runs ten times as many rounds. */
const parallel = 16
const rounds = Number(process.env.SIGNET_RACE_ROUNDS ?? 60)

let auth: Auth
let replica: Auth['address']
let token: (
  body: Record<string, string>,
  replica?: boolean,
) => Promise<{ status: number; body: Record<string, string> }>
let signIn: () => Promise<Record<string, string>>

beforeAll(async () => {
  auth = await startAuth()
  const second = await auth.startReplica()
  replica = second.address
  const project = await makeProject(auth)
  const user = await makeUser(auth, project.id)
  const { clientId, clientSecret } = await makeClient(auth, { projectId: project.id, requireConsent: false })
  const rp = await createRelyingParty({
    issuer: project.issuer,
    clientId,
    clientSecret,
    redirectUri,
    address: auth.address,
  })
  const authorization = `Basic ${Buffer.from(`${clientId}:${clientSecret}`).toString('base64')}`
  token = async (body, second = false) => {
    const response = await fetchVia(second ? replica : auth.address)(`${project.issuer}/token`, {
      method: 'POST',
      headers: { authorization, 'content-type': 'application/x-www-form-urlencoded' },
      body: new URLSearchParams(body),
    })
    return { status: response.status, body: (await response.json()) as Record<string, string> }
  }
  const browser = new FormBrowser(auth.address, redirectUri)
  signIn = async () => {
    const { url, verifier } = await rp.beginRaw({ scope: 'openid offline_access', prompt: 'consent' })
    let at = await browser.open(url)
    if (isPage(at) && at.html.includes('name="password"'))
      at = await browser.submit(at, '/login', { login: user.email, password })
    if (isPage(at)) at = await browser.submit(at, '/consent')
    if (isPage(at)) throw new Error(at.html)
    return {
      grant_type: 'authorization_code',
      code: at.arrivedAt.searchParams.get('code') ?? '',
      code_verifier: verifier,
      redirect_uri: redirectUri,
    }
  }
})
afterAll(() => auth.close())

const race = (body: Record<string, string>) =>
  Promise.all(Array.from({ length: parallel }, (_, index) => token(body, index % 2 === 1)))

it(`a code sent ${parallel} times concurrently to two replicas is redeemed once, and its tokens are revoked by the repetitions`, {
  timeout: process.env.SIGNET_SOAK ? 3_600_000 : 120_000,
}, async () => {
  for (let round = 0; round < rounds; round += 1) {
    const answers = await race(await signIn())
    const winners = answers.filter(({ status }) => status === 200)
    expect(winners).toHaveLength(1)
    for (const loser of answers.filter(({ status }) => status !== 200))
      expect(loser).toMatchObject({ status: 400, body: { error: 'invalid_grant' } })
    const later = await token({
      grant_type: 'refresh_token',
      refresh_token: winners[0]?.body.refresh_token ?? '',
    })
    expect(later).toMatchObject({ status: 400, body: { error: 'invalid_grant' } })
  }
})

it(`a refresh token sent ${parallel} times concurrently to two replicas is used once, and its tokens are revoked by the repetitions`, {
  timeout: process.env.SIGNET_SOAK ? 3_600_000 : 120_000,
}, async () => {
  for (let round = 0; round < rounds; round += 1) {
    const first = await token(await signIn())
    expect(first.status).toBe(200)
    const answers = await race({ grant_type: 'refresh_token', refresh_token: first.body.refresh_token ?? '' })
    const winners = answers.filter(({ status }) => status === 200)
    expect(winners).toHaveLength(1)
    const later = await token({
      grant_type: 'refresh_token',
      refresh_token: winners[0]?.body.refresh_token ?? '',
    })
    expect(later).toMatchObject({ status: 400, body: { error: 'invalid_grant' } })
  }
})
