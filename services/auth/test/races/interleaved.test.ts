import type { Executor } from '@signet/db'
import { endAccount, endAccountAtClient, endProject } from '@signet/sessions'
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest'
import { type Auth, setSetting, startAuth } from '../support/harness.ts'
import { rounds } from './browsers.ts'
import { addGate, type First, interleave, keepArtifacts } from './interleaving.ts'
import { issueEverything } from './issued.ts'

type There = Awaited<ReturnType<typeof issueEverything>>
type Issuing = keyof There['issuing']

let auth: Auth
let there: There
let restore: () => Promise<void>
beforeAll(async () => {
  auth = await startAuth()
  await setSetting(auth, 'ciba.enabled', true)
  there = await issueEverything(auth)
  await addGate(auth)
  restore = await keepArtifacts(auth)
})
afterAll(() => auth?.close())
afterEach(() => expect(auth.occurrences).toEqual([]))

/** Tests each statement in a long run, and each third one in a short run. */
const stride = rounds > 3 ? 1 : 3

const redemptions: readonly Issuing[] = [
  'a refresh token is used',
  'a code is redeemed',
  'an allowed device polls',
  'an allowed backchannel request is polled',
]
const newDecisions: readonly Issuing[] = [
  'another application is opened',
  'consent is given',
  'a device is allowed',
  'a backchannel request is allowed',
]
const inAnotherBrowser = 'another browser opens the application with a stored consent'

interface Ending {
  readonly end: (tx: Executor) => Promise<unknown>
  /** Tokens of these requests must be invalid; a decision that the user makes at that moment may still count. */
  readonly over: readonly Issuing[]
  /** Grants that must be deleted. */
  readonly grants: () => Promise<object[]>
}

const endings: Readonly<Record<string, Ending>> = {
  'a user is signed out everywhere': {
    end: (tx) => endAccount(tx, there.project, there.user.id),
    over: [...redemptions, inAnotherBrowser, ...newDecisions],
    grants: () => there.grants(),
  },
  'a user removes the application': {
    end: (tx) => endAccountAtClient(tx, there.project, there.user.id, there.app.clientId),
    over: [...redemptions, inAnotherBrowser],
    grants: () => there.grants(there.app.clientId),
  },
  'the project gets another address': {
    end: (tx) => endProject(tx, there.project.id),
    over: redemptions,
    grants: async () => [],
  },
}

const cases = Object.entries(endings).flatMap(([what, { over }]) =>
  over.map((issuing) => ({ what, issuing })),
)

it('each request returns valid tokens while nothing is ended', async () => {
  for (const [what, request] of Object.entries(there.issuing)) {
    await restore()
    const tokens = await request()
    expect({ what, works: await there.working(await tokens()) }).toEqual({
      what,
      works: expect.arrayContaining(['access_token']),
    })
  }
})

it.each(cases)(
  'no token is valid when $issuing between any two statements while $what',
  async ({ what, issuing }) => {
    const ending = endings[what]
    if (!ending) throw new Error(what)
    const request = there.issuing[issuing]
    for (const first of ['request', 'ending'] satisfies First[])
      for (let step = 0, last = 0; step <= last; step += stride) {
        await restore()
        const done = await interleave(auth, { end: ending.end, request, step, first })
        last = done.statements - 1
        const works = await there.working(await done.answer())
        expect({ first, step, works, grants: await ending.grants() }).toEqual({
          first,
          step,
          works: [],
          grants: [],
        })
      }
  },
)
