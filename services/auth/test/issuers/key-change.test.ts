import { reseal } from '@signet/db/reseal'
import { newSecretKey, secretKeys } from '@signet/secrets'
import { FormBrowser } from '@signet/testkit'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Auth, makeProject, redirectUri, startAuth } from '../support/harness.ts'
import { applicationAndUser, signIn } from '../support/journey.ts'

let auth: Auth
beforeAll(async () => {
  auth = await startAuth()
})
afterAll(() => auth.close())

type Replica = Awaited<ReturnType<Auth['startReplica']>>

/** Signs in with a password and with the session; every request goes to the next replica. */
async function signInTwice(replicas: readonly Replica[], issuer: string, person: Person): Promise<void> {
  let turn = 0
  const next = () => {
    turn += 1
    return (replicas[turn % replicas.length] as Replica).address
  }
  const browser = new FormBrowser(next, redirectUri)
  for (let time = 0; time < 2; time += 1) {
    const { tokens } = await signIn(auth, issuer, person.client, person.user.email, { browser })
    expect(tokens.access_token).toBeTruthy()
  }
}
type Person = Awaited<ReturnType<typeof applicationAndUser>>

it('users sign in while replicas differ in each step of a key change, and after the old key is removed', async () => {
  const { id, issuer } = await makeProject(auth)
  const person = await applicationAndUser(auth, id)
  const old = auth.secretKeys
  const next = newSecretKey('next')
  const steps = [
    [old, `${old},${next}`],
    [`${old},${next}`, `${next},${old}`],
  ]
  for (const keys of steps) {
    const replicas = await Promise.all(keys.map((one) => auth.startReplica(one)))
    for (let round = 0; round < 3; round += 1) await signInTwice(replicas, issuer, person)
  }
  const keys = secretKeys(`${next},${old}`)
  expect(await reseal({ database: auth.database, keys, print: () => undefined })).toEqual([])
  const last = await Promise.all([`${next},${old}`, next].map((one) => auth.startReplica(one)))
  for (let round = 0; round < 3; round += 1) await signInTwice(last, issuer, person)
  expect(auth.occurrences).toEqual([])
})
