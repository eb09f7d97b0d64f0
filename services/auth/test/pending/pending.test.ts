import { sql } from '@signet/db'
import { isPage, sampled, someOf } from '@signet/testkit'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { startFederation, type Upstream } from '../federation/world.ts'
import { type Auth, configureMail, setSetting } from '../support/harness.ts'
import { endings, endsSessions, type Parked, type SignInMethod } from './endings.ts'
import {
  hasLink,
  isReached,
  outcomeOf,
  park,
  parkAtClaim,
  parkInSession,
  type Spot,
  spots,
} from './parking.ts'

let auth: Auth
let upstream: Upstream
let close: () => Promise<void>
beforeAll(async () => {
  ;({ auth, upstream, close } = await startFederation())
  await configureMail(auth)
})
beforeEach(() => auth.database.run(sql`DELETE FROM throttles`))
afterEach(async () => {
  await setSetting(auth, 'federation.enabled', true)
  expect(auth.occurrences).toEqual([])
})
afterAll(() => close?.())

const ways: readonly SignInMethod[] = ['password', 'provider', 'password and provider']

const parkings = ways.flatMap((way) =>
  spots.filter((spot) => isReached(way, spot)).map((spot) => ({ way, spot })),
)

/** All cases run with `npm run test:soak`; `npm run test:slow` has each ending at the consent page and a sample of the rest. */
const all = parkings.flatMap(({ way, spot }) => Object.keys(endings).map((ending) => ({ way, spot, ending })))
const cases = [
  ...someOf(all.filter(({ spot }) => spot === 'consent')),
  ...sampled(
    all.filter(({ spot }) => spot !== 'consent'),
    0.12,
  ),
]

/** The sign-in, or the approval of the device, completed. */
const isSignedIn = ({ isCode, devices = 0 }: Awaited<ReturnType<typeof outcomeOf>>, spot: Spot): boolean =>
  spot === 'consent for a device' ? devices === 1 : isCode

describe('parked sign-in:', () => {
  it.each(parkings)(
    'a sign-in by $way continues after the step "$spot" when nothing has ended',
    async ({ way, spot }) => {
      const { parked, goOn } = await park({ auth, upstream }, way, spot)
      const outcome = await outcomeOf(parked, await goOn())
      expect(isSignedIn(outcome, spot)).toBe(true)
      expect(outcome).toMatchObject({ sessions: 1, grants: 1 })
    },
  )

  it.each(cases)(
    'a sign-in by $way fails at the step "$spot" after $ending',
    async ({ way, spot, ending }) => {
      const { end, ends = [] } = endings[ending] ?? {}
      const { parked, goOn } = await park({ auth, upstream }, way, spot)
      const before = await outcomeOf(parked, { arrivedAt: new URL('about:blank') })
      await end?.(parked)
      const last = await goOn()
      const outcome = await outcomeOf(parked, last)
      const isMade = ending === 'the link to the provider is removed and made again' && !hasLink(way, spot)
      if (!ends.includes(way) || isMade) return expect(isSignedIn(outcome, spot)).toBe(true)
      expect(outcome).toMatchObject({ sessions: 0, grants: 0, devices: 0, isCode: false })
      expect(outcome.links).toBeLessThanOrEqual(before.links)
      const isOwn = isPage(last) && last.url.href.startsWith(parked.project.issuer)
      expect(isOwn && last.status >= 500).toBe(false)
    },
  )
})

describe('proof of an account for a provider:', () => {
  const untrusted = 'the provider is no longer trusted for addresses'
  const changes: Readonly<Record<string, (parked: Parked) => Promise<unknown>>> = {
    ...Object.fromEntries(
      Object.entries(endings).flatMap(([name, { end, ends }]) =>
        ends.includes('password') ? [] : [[name, end]],
      ),
    ),
    [untrusted]: ({ project }) =>
      auth.database.run(
        sql`UPDATE identity_providers SET email_trusted = false WHERE project_id = ${project.id}`,
      ),
  }

  it.each(['claim', 'claimcode'] as const)(
    'a proof by %s links the account when nothing has ended',
    async (proof) => {
      const { parked, prove } = await parkAtClaim({ auth, upstream }, proof)
      expect(await outcomeOf(parked, await prove())).toMatchObject({ links: 1, isCode: true })
    },
  )

  it.each(
    (['claim', 'claimcode'] as const).flatMap((proof) =>
      Object.keys(changes)
        .filter((change) => !change.startsWith('the link'))
        .map((change) => ({ proof, change })),
    ),
  )('a proof by $proof links nothing after $change', async ({ proof, change }) => {
    const { parked, prove } = await parkAtClaim({ auth, upstream }, proof)
    await changes[change]?.(parked)
    expect(await outcomeOf(parked, await prove())).toMatchObject({ links: 0, sessions: 0, isCode: false })
  })
})

describe('request parked in a session:', () => {
  const prompts = [
    ['select_account', '/account', { account: 'this' }],
    ['consent', '/consent', {}],
  ] as const

  it.each(prompts)(
    'a request with prompt=%s continues when nothing has ended',
    async (prompt, action, fields) => {
      const { parked, browser, page } = await parkInSession({ auth, upstream }, prompt)
      const end = await browser.submit(page, action, fields)
      expect((await outcomeOf(parked, end)).isCode).toBe(true)
    },
  )

  it.each(
    prompts.flatMap((prompt) =>
      Object.entries(endings)
        .filter(([name]) => endsSessions.has(name))
        .map(([ending]) => [prompt[0], ending, prompt] as const),
    ),
  )('a request with prompt=%s fails after %s', async (_name, ending, [prompt, action, fields]) => {
    const { parked, browser, page } = await parkInSession({ auth, upstream }, prompt)
    await endings[ending]?.end(parked)
    const outcome = await outcomeOf(parked, await browser.submit(page, action, fields))
    expect(outcome).toMatchObject({ sessions: 0, grants: 0, isCode: false })
  })
})
