import { newLink, storeProof } from '@signet/accounts'
import { sql } from '@signet/db'
import { FormBrowser } from '@signet/testkit'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { ada, type Federation } from '../federation/people.ts'
import {
  browserOf,
  type FederatedProject,
  isCallback,
  projectWith,
  signInThrough,
  startFederation,
} from '../federation/world.ts'
import { anAddress, applicationOf, setSignIn, signInPageOf } from '../support/account-pages.ts'
import { configureMail, makeUser, password, redirectUri, rootProjects } from '../support/harness.ts'
import { arrivalOf, pageOf } from '../support/journey.ts'
import { atSecondFactor, withSecondFactor } from '../support/recovery-pages.ts'
import { codeOf, keyOn } from '../support/totp.ts'
import { historyOf, noteWrites, printHistory, unauditedWrites } from './written-history.ts'

let world: Federation
let project: FederatedProject
beforeAll(async () => {
  world = await startFederation()
  project = await projectWith(world.auth, world.upstream)
  await configureMail(world.auth)
  await noteWrites(world.auth.database)
})
afterAll(() => world?.close())

const chosen = 'another battery, another staple'

async function register(at: { readonly id: string; readonly issuer: string }, email: string) {
  const client = await applicationOf(world.auth, at.id)
  const { browser, page } = await signInPageOf(world.auth, at.issuer, client)
  const link = /href="([^"]*\/register)"/.exec(page.html)?.[1] ?? ''
  const form = pageOf(await browser.open(new URL(link, at.issuer)))
  return { browser, page: await browser.submit(form, '/register', { login: email, password }) }
}

async function enter(path: string) {
  const user = await makeUser(world.auth, project.id)
  const browser = browserOf(world.auth)
  const entry = pageOf(await browser.open(`${project.issuer}${path}`))
  const page = pageOf(await browser.submit(entry, '/login', { login: user.email, password }))
  return { user, browser, page }
}

type Journey = () => Promise<unknown>

const journeys: Readonly<Record<string, () => Promise<Journey>>> = {
  async 'a user registers'() {
    await setSignIn(world.auth, project.id, { registrationOpen: true, emailVerificationRequired: false })
    return () => register(project, anAddress())
  },
  async 'a user confirms the address with the mailed code'() {
    const email = anAddress()
    await setSignIn(world.auth, project.id, {
      emailVerificationRequired: true,
      verificationMethod: 'code',
    })
    const { browser, page } = await register(project, email)
    await setSignIn(world.auth, project.id, { emailVerificationRequired: false })
    const { code = '' } = await world.auth.mailbox.next(email)
    return () => browser.submit(pageOf(page), '/verification', { code })
  },
  async 'an administrator registers'() {
    const { administratorsId } = await rootProjects(world.auth)
    await setSignIn(world.auth, administratorsId, { registrationOpen: true })
    return () => register({ id: administratorsId, issuer: world.auth.baseUrl }, anAddress())
  },
  async 'a user chooses a password through a mailed link'() {
    const user = await makeUser(world.auth, project.id)
    const proof = newLink(project.issuer, 'reset')
    await world.auth.database.transaction((tx) => storeProof(tx, { projectId: project.id, ...user }, proof))
    const browser = new FormBrowser(world.auth.address, redirectUri)
    const page = pageOf(await browser.open(proof.url))
    return () => browser.submit(page, '/account/reset', { password: chosen })
  },
  async 'a user changes the password'() {
    const { browser, page } = await enter('/account')
    return () => browser.submit(page, '/account', { current: password, password: chosen })
  },
  async 'a user sets up an authenticator'() {
    const { browser, page } = await enter('/account/authenticator')
    return () => browser.submit(page, '/account/authenticator', { code: codeOf(keyOn(page)) })
  },
  async 'a user removes the authenticator'() {
    const { browser, page } = await enter('/account/authenticator')
    const code = codeOf(keyOn(page), 1)
    const enrolled = pageOf(
      await browser.submit(page, '/account/authenticator', { code: codeOf(keyOn(page)) }),
    )
    return () => browser.submit(enrolled, '/account/authenticator', { code })
  },
  async 'a user generates recovery codes'() {
    const { pages, post } = await withSecondFactor(
      world.auth,
      project,
      await makeUser(world.auth, project.id),
    )
    await setSignIn(world.auth, project.id, { totpRequired: false })
    return () => post({ generate: '1', accountId: pages.user.id })
  },
  async 'a user signs in with a recovery code'() {
    const user = await makeUser(world.auth, project.id)
    const [code = ''] = await (await withSecondFactor(world.auth, project, user)).generate()
    const client = await applicationOf(world.auth, project.id)
    const { use } = await atSecondFactor(world.auth, project, client, user)
    return async () => {
      await use(code)
      await setSignIn(world.auth, project.id, { totpRequired: false })
    }
  },
  async 'a user signs in with a password'() {
    const user = await makeUser(world.auth, project.id)
    const { browser, page } = await signInPageOf(
      world.auth,
      project.issuer,
      await applicationOf(world.auth, project.id),
    )
    return () => browser.submit(page, '/login', { login: user.email, password })
  },
  async 'a user signs in through a provider for the first time'() {
    world.upstream.become(ada)
    return () => signInThrough(world.auth, project)
  },
  async 'a user signs in through a provider again'() {
    world.upstream.become(ada)
    return () => signInThrough(world.auth, project)
  },
  async 'a user signs in through a provider with other claims'() {
    world.upstream.become({ ...ada, name: 'Ada King' })
    return () => signInThrough(world.auth, project)
  },
  async 'a user adds a link to a provider'() {
    world.upstream.become({ sub: 'grace', email: 'grace@corp.example', email_verified: true })
    const { browser, page } = await enter('/account/identities')
    return async () => {
      const leaving = pageOf(await browser.submit(page, '/account/identities', { add: 'corp' }))
      await browser.open(arrivalOf(await browser.follow(leaving, '/auth?', isCallback)))
    }
  },
  async 'a user removes a link to a provider'() {
    world.upstream.become({ sub: 'joan', email: 'joan@corp.example', email_verified: true })
    const { browser, page } = await enter('/account/identities')
    const leaving = pageOf(await browser.submit(page, '/account/identities', { add: 'corp' }))
    const linked = pageOf(await browser.follow(leaving, '/auth?'))
    return () => browser.submit(linked, '/account/identities', { providerId: 'corp' })
  },
}

test('every journey of a user that writes an account, a team or a link writes the entries of the printed table', async () => {
  const { database } = world.auth
  const printed: string[] = []
  for (const [title, prepare] of Object.entries(journeys)) {
    const history = await historyOf(database, await prepare())
    expect(unauditedWrites(history), title).toEqual([])
    printed.push(printHistory(title, history))
  }
  await expect(`${printed.join('\n\n')}\n`).toMatchFileSnapshot('history.txt')
}, 120_000)

test('a service write without an audit entry is detected', async () => {
  const { database } = world.auth
  const user = await makeUser(world.auth, project.id)
  const history = await historyOf(database, () =>
    database.transaction(async (tx) => {
      await tx.run(sql`SET LOCAL ROLE signet_instance`)
      await tx.run(sql`UPDATE accounts SET email_verified = false WHERE id = ${user.id}`)
    }),
  )
  expect(unauditedWrites(history)).toMatchObject([{ table: 'accounts', columns: ['email_verified'] }])
})
