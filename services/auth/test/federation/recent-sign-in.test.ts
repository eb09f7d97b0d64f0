import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type Auth, startAuth } from '../support/harness.ts'
import { arrivalOf, pageOf } from '../support/journey.ts'
import { type Misdeeds, startCraftedProvider } from './crafted-provider.ts'
import { openSignIn, problemOn, projectWith, signInThrough } from './world.ts'

let auth: Auth
let one: Awaited<ReturnType<typeof startCraftedProvider>>
beforeAll(async () => {
  one = await startCraftedProvider()
  auth = await startAuth([one.pair])
})
beforeEach(() => one.misbehave())
afterEach(() => expect(auth.occurrences).toEqual([]))
afterAll(async () => {
  await auth?.close()
  await one?.close()
})

const project = () => projectWith(auth, one)
const now = () => Math.floor(Date.now() / 1_000)

describe('request for a recent sign-in:', () => {
  const stale = /Corp did not confirm/
  const outcome = async (claims: Misdeeds['claims'], parameters: Record<string, string>) => {
    one.misbehave({ claims: claims ?? {} })
    const at = await project()
    const { end, tokens } = await signInThrough(auth, at, parameters)
    return { end, tokens, page: () => problemOn(pageOf(end)) }
  }

  test.each([
    ['prompt=login', { prompt: 'login' }],
    ['max_age=0', { max_age: '0' }],
    ['max_age=300', { max_age: '300' }],
  ])('a sign-in for %s is rejected when the provider does not state its time', async (_which, parameters) => {
    expect((await outcome({}, parameters)).page()).toMatch(stale)
  })

  test.each([
    ['prompt=login that is two minutes old', { prompt: 'login' }, 120],
    ['max_age=0 that is two minutes old', { max_age: '0' }, 120],
    ['max_age=60 that is two minutes old', { max_age: '60' }, 120],
    ['max_age=300 that is in the future', { max_age: '300' }, -120],
  ])('a sign-in for %s is rejected', async (_which, parameters, ago) => {
    expect((await outcome({ auth_time: now() - ago }, parameters)).page()).toMatch(stale)
  })

  test.each([
    ['prompt=login', { prompt: 'login' }, 0],
    ['max_age=0', { max_age: '0' }, 0],
    ['max_age=300', { max_age: '300' }, 120],
  ])(
    'a recent sign-in for %s is accepted, and the ID token has the time of the provider',
    async (_which, parameters, ago) => {
      const authTime = now() - ago
      const { tokens } = await outcome({ auth_time: authTime }, { max_age: '300', ...parameters })
      expect((await tokens()).claims()?.auth_time).toBe(authTime)
    },
  )

  test('a session through a provider that did not state the time requires another sign-in', async () => {
    one.misbehave()
    const at = await project()
    const { browser } = await signInThrough(auth, at)
    const again = await openSignIn(auth, at, { browser, max_age: '3600' })
    expect(pageOf(again.first).html).toContain('Continue with <bdi>Corp</bdi>')
  })

  test('the provider receives prompt and max_age', async () => {
    const at = await project()
    const { browser, first } = await openSignIn(auth, at, { prompt: 'login' })
    const left = arrivalOf(
      await browser.follow(pageOf(first), '/provider/corp', ({ pathname }) => pathname === '/auth'),
    )
    expect(Object.fromEntries(left.searchParams)).toMatchObject({ prompt: 'login', max_age: '0' })
  })
})
