import { Agent, request } from 'node:http'
import { mintToken } from '@signet/secrets'
import { FormBrowser, fetchVia } from '@signet/testkit'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { party, storeClient } from '../support/clients.ts'
import { type Auth, makeProject, makeUser, redirectUri, setSetting, startAuth } from '../support/harness.ts'
import { authorize, signIn } from '../support/journey.ts'

/** Samples of each secret. A soak takes 10,000, enough to detect a comparison byte by byte. */
const samples = Number(process.env.SIGNET_TIMING_SAMPLES ?? 40)
/** Largest |t| for which two samples count as one distribution, despite the noise of a quiet machine. */
const greatest = 4.5

let auth: Auth
let known: Awaited<ReturnType<typeof secrets>>
beforeAll(async () => {
  auth = await startAuth()
  for (const name of [
    'registration.enabled',
    'registration.issueRegistrationAccessToken',
    'registrationManagement.enabled',
  ])
    await setSetting(auth, name, true)
  known = await secrets()
})
afterAll(() => auth?.close())

const basic = (id: string, secret: string) => `Basic ${Buffer.from(`${id}:${secret}`).toString('base64')}`
const formType = { 'content-type': 'application/x-www-form-urlencoded' }

interface Sent {
  readonly method: string
  readonly path: string
  readonly headers: Record<string, string>
  readonly body?: string
}

async function secrets() {
  const { id, issuer } = await makeProject(auth)
  const { pathname } = new URL(issuer)
  const app = await storeClient(auth, id, {
    grant_types: ['authorization_code', 'refresh_token', 'client_credentials'],
  })
  const own = basic(app.clientId, app.clientSecret)
  const post = (path: string, authorization: string, fields: Record<string, string>): Sent => ({
    method: 'POST',
    path: pathname + path,
    headers: { ...formType, authorization },
    body: new URLSearchParams(fields).toString(),
  })
  const read = (path: string, token: string): Sent => ({
    method: 'GET',
    path,
    headers: { authorization: `Bearer ${token}` },
  })
  const { email } = await makeUser(auth, id)
  const { tokens } = await signIn(auth, issuer, app, email, {
    scope: 'openid offline_access',
    prompt: 'consent',
  })
  const rp = await party(auth, { issuer, ...app })
  const { url, verifier } = await rp.beginRaw()
  const answer = await authorize(new FormBrowser(auth.address, redirectUri), url, email)
  const registered = await (
    await fetchVia(auth.address)(`${issuer}/reg`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ redirect_uris: [redirectUri] }),
    })
  ).json()
  const registration = registered as { registration_access_token: string; registration_client_uri: string }
  const kinds: Readonly<
    Record<string, { readonly secret: string; readonly guess: (value: string) => Sent }>
  > = {
    'a client secret': {
      secret: app.clientSecret,
      guess: (value) => post('/token', basic(app.clientId, value), { grant_type: 'client_credentials' }),
    },
    'an access token at introspection': {
      secret: tokens.access_token,
      guess: (value) => post('/token/introspection', own, { token: value }),
    },
    'an access token at userinfo': {
      secret: tokens.access_token,
      guess: (value) => read(`${pathname}/me`, value),
    },
    'a refresh token': {
      secret: tokens.refresh_token ?? '',
      guess: (value) => post('/token', own, { grant_type: 'refresh_token', refresh_token: value }),
    },
    'an authorization code': {
      secret: answer.searchParams.get('code') ?? '',
      guess: (value) =>
        post('/token', own, {
          grant_type: 'authorization_code',
          code: value,
          code_verifier: verifier,
          redirect_uri: redirectUri,
        }),
    },
    'a registration access token': {
      secret: registration.registration_access_token,
      guess: (value) => read(new URL(registration.registration_client_uri).pathname, value),
    },
  }
  return { host: new URL(issuer).host, kinds }
}

const agent = new Agent({ keepAlive: true, maxSockets: 1 })

/**
 * Uses the one connection.
 * @returns the response and the elapsed microseconds
 */
const timed = ({ method, path, headers, body }: Sent) =>
  new Promise<{ seen: string; micros: number }>((resolve, reject) => {
    const begun = process.hrtime.bigint()
    const length = body === undefined ? {} : { 'content-length': String(Buffer.byteLength(body)) }
    const sent = request(
      { ...auth.address, agent, method, path, headers: { ...headers, ...length, host: known.host } },
      (response) => {
        let text = ''
        response.setEncoding('utf8')
        response.on('data', (chunk) => {
          text += chunk
        })
        response.on('end', () =>
          resolve({
            seen: `${response.statusCode} ${text}`,
            micros: Number(process.hrtime.bigint() - begun) / 1000,
          }),
        )
      },
    )
    sent.on('error', reject)
    sent.end(body)
  })

/** Wrong secrets of the correct length: one differs in the last character, the other from the first. */
const guessesAt = (secret: string) => ({
  near: secret.slice(0, -1) + (secret.endsWith('A') ? 'B' : 'A'),
  far: mintToken().repeat(2).slice(0, secret.length),
})

/** Returns Welch's t, without the slowest 5 % of both samples, which are noise of the machine. */
function tOf(one: readonly number[], other: readonly number[]): number {
  const ceiling = [...one, ...other].toSorted((a, b) => a - b)[Math.floor((one.length + other.length) * 0.95)]
  const [a, b] = [one, other].map((sample) => momentsOf(sample.filter((value) => value <= (ceiling ?? 0))))
  if (!a || !b) return 0
  return (a.mean - b.mean) / Math.sqrt(a.variance / a.count + b.variance / b.count)
}

function momentsOf(sample: readonly number[]) {
  const mean = sample.reduce((sum, value) => sum + value, 0) / sample.length
  const squares = sample.reduce((sum, value) => sum + (value - mean) ** 2, 0)
  return { mean, variance: squares / (sample.length - 1), count: sample.length }
}

describe('timing:', () => {
  it.each([
    'a client secret',
    'an access token at introspection',
    'an access token at userinfo',
    'a refresh token',
    'an authorization code',
    'a registration access token',
  ])(
    'a nearly correct guess at %s receives the same response as every other guess, and takes no longer',
    async (name) => {
      const kind = known.kinds[name]
      if (!kind) throw new Error('no such secret')
      const times = { near: [] as number[], far: [] as number[] }
      const seen = new Set<string>()
      for (let index = 0; index < samples; index += 1) {
        const which = Math.random() < 0.5 ? 'near' : 'far'
        const answer = await timed(kind.guess(guessesAt(kind.secret)[which]))
        times[which].push(answer.micros)
        seen.add(answer.seen)
      }
      expect([...seen]).toHaveLength(1)
      const t = tOf(times.near, times.far)
      if (process.env.SIGNET_SOAK) {
        console.log(`timing of ${name}: t = ${t.toFixed(2)} (|t| < ${greatest}), n = ${samples}`)
        expect(Math.abs(t)).toBeLessThan(greatest)
      }
    },
    300_000,
  )
})
