import { sql } from '@signet/db'
import { createRelyingParty, FormBrowser, fetchVia, isPage } from '@signet/testkit'
import { afterAll, beforeAll, expect, it } from 'vitest'
import {
  type Auth,
  makeClient,
  makeProject,
  makeUser,
  password,
  redirectUri,
  setSetting,
  startAuth,
} from '../support/harness.ts'
import { postForm } from '../support/journey.ts'

/** A soak runs ten times as many rounds. */
const parallel = 16
const rounds = Number(process.env.SIGNET_RACE_ROUNDS ?? 6)

let auth: Auth
let replica: Auth['address']
let issuer: string
let projectId: string
let client: Awaited<ReturnType<typeof makeClient>>
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
  issuer = project.issuer
  projectId = project.id
  const user = await makeUser(auth, project.id)
  client = await makeClient(auth, { projectId, requireConsent: false })
  const { clientId, clientSecret } = client
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

const refresh = (value: string | undefined, second = false) =>
  token({ grant_type: 'refresh_token', refresh_token: value ?? '' }, second)

const wait = (seconds: number) =>
  auth.database.run(
    sql`UPDATE oidc_refresh_tokens SET consumed_at = consumed_at - make_interval(secs => ${seconds}) WHERE consumed_at IS NOT NULL`,
  )

it(`a refresh token sent ${parallel} times concurrently to two replicas returns one successor, which works`, {
  timeout: process.env.SIGNET_SOAK ? 3_600_000 : 120_000,
}, async () => {
  for (let round = 0; round < rounds; round += 1) {
    const first = await token(await signIn())
    const answers = await race({ grant_type: 'refresh_token', refresh_token: first.body.refresh_token ?? '' })
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]))
    const successors = new Set(answers.map(({ body }) => body.refresh_token))
    expect(successors.size).toBe(1)
    expect(successors).not.toContain(first.body.refresh_token)
    expect((await refresh([...successors][0])).status).toBe(200)
  }
})

it('a refresh whose answer was lost returns the same successor from another replica within the window', async () => {
  const { refresh_token: held } = (await token(await signIn())).body
  const lost = await refresh(held)
  await wait(25)
  const again = await refresh(held, true)
  expect([again.status, again.body.refresh_token]).toEqual([200, lost.body.refresh_token])
  expect(again.body.access_token).not.toBe(lost.body.access_token)
  const stored = await auth.database.rows<{ text: string }>(
    sql`SELECT t::text AS text FROM oidc_refresh_tokens t WHERE t.payload::text LIKE ${`%${lost.body.refresh_token}%`}`,
  )
  expect(stored).toEqual([])
})

it('a repetition within the window after the successor was used returns that successor, and redeems nothing else', async () => {
  const { refresh_token: held } = (await token(await signIn())).body
  const { refresh_token: second } = (await refresh(held)).body
  const { refresh_token: third } = (await refresh(second)).body
  expect((await refresh(held)).body.refresh_token).toBe(second)
  expect((await refresh(second)).body.refresh_token).toBe(third)
  expect((await refresh(third)).status).toBe(200)
})

it.each([
  ['after the window', 31, 30],
  ['without a window', 0, 0],
])('a repetition %s ends every token of the family', async (_when, seconds, window) => {
  await setSetting(auth, 'refreshTokens.reuseSeconds', window)
  try {
    const { refresh_token: held } = (await token(await signIn())).body
    const { refresh_token: successor } = (await refresh(held)).body
    await wait(seconds)
    for (const value of [held, successor])
      expect(await refresh(value, true)).toMatchObject({ status: 400, body: { error: 'invalid_grant' } })
  } finally {
    await setSetting(auth, 'refreshTokens.reuseSeconds', 30)
  }
})

it('a refresh token of another application is rejected within the window', async () => {
  const { refresh_token: held } = (await token(await signIn())).body
  await refresh(held)
  const other = await makeClient(auth, { projectId, requireConsent: false })
  const body = { grant_type: 'refresh_token', refresh_token: held ?? '' }
  const answer = await postForm(auth, `${issuer}/token`, body, other)
  expect(answer).toMatchObject({ status: 400, body: { error: 'invalid_grant' } })
})

it('a redeemed refresh token is inactive at introspection within the window', async () => {
  const { refresh_token: held } = (await token(await signIn())).body
  await refresh(held)
  const answer = await postForm(auth, `${issuer}/token/introspection`, { token: held ?? '' }, client)
  expect(answer.body).toEqual({ active: false })
})

it(`a refresh token sent ${parallel} times concurrently without a window is used once, and its tokens are revoked by the repetitions`, {
  timeout: process.env.SIGNET_SOAK ? 3_600_000 : 120_000,
}, async () => {
  await setSetting(auth, 'refreshTokens.reuseSeconds', 0)
  for (let round = 0; round < rounds; round += 1) {
    const first = await token(await signIn())
    expect(first.status).toBe(200)
    const answers = await race({ grant_type: 'refresh_token', refresh_token: first.body.refresh_token ?? '' })
    const winners = answers.filter(({ status }) => status === 200)
    expect(winners).toHaveLength(1)
    expect(await refresh(winners[0]?.body.refresh_token)).toMatchObject({
      status: 400,
      body: { error: 'invalid_grant' },
    })
  }
})
