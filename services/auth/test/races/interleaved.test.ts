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

/** Before every statement at length, and before each third in a short run. */
const stride = rounds > 3 ? 1 : 3

const goingOn: readonly Issuing[] = [
  'a refresh token is used',
  'a code is redeemed',
  'an allowed device asks',
  'an allowed backchannel request is asked for',
]
const anew: readonly Issuing[] = [
  'another application is opened',
  'consent is given',
  'a device is allowed',
  'a backchannel request is allowed',
]
const inAnotherBrowser = 'it is opened in another browser, where nothing is asked'

interface Ending {
  readonly end: (tx: Executor) => Promise<unknown>
  /** What must not lead to anything; what a person decides anew at that moment may, where it is theirs to decide. */
  readonly over: readonly Issuing[]
  /** Consents that are to be gone. */
  readonly grants: () => Promise<object[]>
}

const endings: Readonly<Record<string, Ending>> = {
  'a person is signed out everywhere': {
    end: (tx) => endAccount(tx, there.project, there.user.id),
    over: [...goingOn, inAnotherBrowser, ...anew],
    grants: () => there.grants(),
  },
  'a person removes the application': {
    end: (tx) => endAccountAtClient(tx, there.project, there.user.id, there.app.clientId),
    over: [...goingOn, inAnotherBrowser],
    grants: () => there.grants(there.app.clientId),
  },
  'the project gets another address': {
    end: (tx) => endProject(tx, there.project.id),
    over: goingOn,
    grants: async () => [],
  },
}

const cases = Object.entries(endings).flatMap(([what, { over }]) =>
  over.map((issuing) => ({ what, issuing })),
)

it('each of the requests leads to tokens that work while nothing is ended', async () => {
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
  'T13: $issuing between any two statements while $what, and nothing of it works',
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
