import { createAccount } from '@signet/accounts'
import { auditedBefore, sql } from '@signet/db'
import { newId } from '@signet/runtime'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { trusted } from '../federation/people.ts'
import {
  accountsOf,
  projectWith,
  signInThrough,
  startFederation,
  type Upstream,
} from '../federation/world.ts'
import { setSignIn, signInPageOf } from '../support/account-pages.ts'
import { type Auth, makeClient, makeProject, makeUser, password } from '../support/harness.ts'
import { arrivalOf, pageOf } from '../support/journey.ts'

let auth: Auth
let upstream: Upstream
let close: () => Promise<void>
beforeAll(async () => {
  ;({ auth, upstream, close } = await startFederation())
})
afterAll(() => close?.())

/** Texts that look like the name or fold to the same key. */
const twins = (name: string): [string, string][] => [
  ['zero-width space', `${name.slice(0, 1)}\u200b${name.slice(1)}`],
  ['zero-width joiner', `${name.slice(0, 1)}\u200d${name.slice(1)}`],
  ['right-to-left override', `\u202e${name}`],
  ['variation selector', `${name.slice(0, 1)}\ufe0f${name.slice(1)}`],
  ['soft hyphen', `${name.slice(0, 1)}\u00ad${name.slice(1)}`],
  ['tag', `${name.slice(0, 1)}\u{e0061}${name.slice(1)}`],
  ['byte order mark', `\ufeff${name}`.replace(/^\ufeff/, `${name.slice(0, 1)}\ufeff`)],
  ['long s', name.replace('s', '\u017f')],
  ['full-width letter', name.replace('s', '\uff53')],
]

async function place() {
  const project = await makeProject(auth)
  await setSignIn(auth, project.id, {
    registrationOpen: true,
    emailVerificationRequired: false,
    verificationMethod: 'link',
    passwordLogin: true,
  })
  const client = await makeClient(auth, { projectId: project.id, requireConsent: false })
  const signIn = async (login: string) => {
    const { browser, page } = await signInPageOf(auth, project.issuer, client)
    return browser.submit(page, '/login', { login, password })
  }
  const register = async (login: string) => {
    const { browser, page } = await signInPageOf(auth, project.issuer, client)
    const link = /href="([^"]*\/register)"/.exec(page.html)?.[1] ?? ''
    const form = pageOf(await browser.open(new URL(link, project.issuer)))
    return pageOf(await browser.submit(form, '/register', { login, password }))
  }
  return { project, signIn, register }
}

describe.each(twins('smith@corp.example'))('an address with a %s:', (_what, twin) => {
  test('the sign-up rejects the address', async () => {
    const { project, register } = await place()
    expect((await register(twin)).html).toContain('id="login"')
    expect(await accountsOf(auth, project.id)).toEqual([])
  })

  test('the address does not sign in to the account of the plain address', async () => {
    const { project, signIn } = await place()
    const user = await makeUser(auth, project.id)
    await auth.database.run(sql`
      UPDATE accounts SET email = 'smith@corp.example', email_key = 'smith@corp.example' WHERE id = ${user.id}`)
    expect(pageOf(await signIn(twin)).html).toContain('id="password"')
    expect(arrivalOf(await signIn('SMITH@corp.example')).searchParams.has('code')).toBe(true)
  })

  test('the address does not join the account of the plain address through a provider', async () => {
    const project = await projectWith(auth, upstream, trusted)
    const id = newId('account')
    await createAccount(auditedBefore(auth.database), {
      projectId: project.id,
      id,
      email: 'smith@corp.example',
      emailVerified: true,
    })
    upstream.become({ sub: 'twin', email: twin, email_verified: true })
    await signInThrough(auth, project)
    expect(await accountsOf(auth, project.id)).toMatchObject([{ accountId: id, subject: null }])
  })
})

test('an account that was stored with such an address signs in with its exact text', async () => {
  const { project, signIn } = await place()
  const user = await makeUser(auth, project.id)
  const stored = '\u017fmith@corp.example'
  await auth.database.run(sql`
    UPDATE accounts SET email = ${stored}, email_key = 'smith@corp.example' WHERE id = ${user.id}`)
  expect(arrivalOf(await signIn(stored)).searchParams.has('code')).toBe(true)
})
