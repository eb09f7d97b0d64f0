import { createRelyingParty, FormBrowser } from '@signet/testkit'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { storeClient } from '../support/clients.ts'
import { type Auth, makeProject, makeUser, startAuth } from '../support/harness.ts'
import { authorize } from '../support/journey.ts'
import { publisher } from '../support/publisher.ts'

const shop = 'https://shop.example/callback'
const blog = 'https://blog.example/callback'

let host: Awaited<ReturnType<typeof publisher>>
let auth: Auth
let project: Awaited<ReturnType<typeof makeProject>>
let email: string
let userId: string
beforeAll(async () => {
  host = await publisher()
  auth = await startAuth([host.pair])
  project = await makeProject(auth)
  ;({ id: userId, email } = await makeUser(auth, project.id))
})
afterAll(async () => {
  await auth?.close()
  host?.close()
})

async function subjectAt(redirectUri: string, columns: Parameters<typeof storeClient>[2] = {}) {
  const client = await storeClient(auth, project.id, {
    subject_type: 'pairwise',
    redirect_uris: [redirectUri],
    ...columns,
  })
  const { issuer } = project
  const rp = await createRelyingParty({ issuer, ...client, redirectUri, address: auth.address })
  const { url, redeem } = await rp.begin()
  const answer = await authorize(new FormBrowser(auth.address, redirectUri), url, email)
  return (await redeem(answer)).claims()?.sub
}

it('pairwise applications at different hosts receive different subjects, and those of one sector identifier the same', async () => {
  const subject = await subjectAt(shop)
  expect(subject).not.toBe(userId)
  expect(await subjectAt(shop)).toBe(subject)
  expect(await subjectAt(blog)).not.toBe(subject)
  const sector = {
    sector_identifier_uri: host.publishText('/sector.json', JSON.stringify([shop, blog])),
  }
  const shared = await subjectAt(shop, sector)
  expect(await subjectAt(blog, sector)).toBe(shared)
  expect(shared).not.toBe(subject)
})

it('public applications receive the id of the user as the subject', async () => {
  expect(await subjectAt(shop, { subject_type: 'public' })).toBe(userId)
})
