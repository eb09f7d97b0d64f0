import { randomUUID } from 'node:crypto'
import { importPasskeys } from '@signet/accounts'
import { auditedBefore, sql } from '@signet/db'
import { newId } from '@signet/runtime'
import { SoftwareAuthenticator } from '@signet/testkit'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { applicationOf } from '../support/account-pages.ts'
import { type Auth, makeProject, makeUser, startAuth } from '../support/harness.ts'
import { arrivalOf, pageOf } from '../support/journey.ts'
import { atSignIn } from '../support/passkey-pages.ts'

let auth: Auth
beforeAll(async () => {
  auth = await startAuth()
})
afterAll(() => auth?.close())

/** The user handle is the user id of Keycloak. */
async function imported(flags: { readonly known: boolean; readonly synced: boolean }, counter = 0) {
  const project = await makeProject(auth)
  const user = await makeUser(auth, project.id)
  const client = await applicationOf(auth, project.id)
  const { origin, hostname } = new URL(project.issuer)
  const authenticator = new SoftwareAuthenticator(origin, { synced: true, backedUp: true })
  authenticator.userHandle = Buffer.from(randomUUID()).toString('base64url')
  const passkey = {
    id: newId('passkey'),
    accountId: user.id,
    handle: authenticator.userHandle,
    credentialId: authenticator.credentialId,
    publicKey: authenticator.publicKey,
    rpId: hostname,
    counter,
    aaguid: 'adce0002-35bc-c60a-648b-0b25f1f05503',
    transports: ['internal'],
    synced: flags.synced,
    backedUp: flags.synced,
    flagsKnown: flags.known,
    name: 'MacBook',
  }
  await auth.database.transaction((tx) => importPasskeys(auditedBefore(tx), project.id, [passkey]))
  const begin = () => atSignIn(auth, project, client)
  return { user, authenticator, begin }
}

const flagsOf = async (accountId: string) =>
  (
    await auth.database.rows<object>(sql`
      SELECT synced, backed_up AS "backedUp", flags_known AS "flagsKnown" FROM passkeys WHERE account_id = ${accountId}`)
  )[0]

describe('imported passkeys:', () => {
  it('a passkey without known flags signs in with the user handle of the other system, and its first use stores the flags', async () => {
    const { user, authenticator, begin } = await imported({ known: false, synced: false })
    const { options, send, redeem } = await begin()
    const tokens = await redeem(arrivalOf(await send(authenticator.get(options))))
    expect(tokens.claims()).toMatchObject({ sub: user.id, amr: ['swk', 'user', 'mfa'] })
    expect(await flagsOf(user.id)).toEqual({ synced: true, backedUp: true, flagsKnown: true })
    const second = await begin()
    const changed = authenticator.get(second.options, { synced: false, backedUp: false })
    expect(pageOf(await second.send(changed)).status).toBe(422)
  })

  it('a passkey with known flags is rejected when it presents others', async () => {
    const { user, authenticator, begin } = await imported({ known: true, synced: false })
    const { options, send } = await begin()
    expect(pageOf(await send(authenticator.get(options))).status).toBe(422)
    expect(await flagsOf(user.id)).toMatchObject({ synced: false })
  })

  it('the imported counter must increase', async () => {
    const { authenticator, begin } = await imported({ known: true, synced: true }, 7)
    const first = await begin()
    expect(pageOf(await first.send(authenticator.get(first.options, { counter: 7 }))).status).toBe(422)
    const second = await begin()
    arrivalOf(await second.send(authenticator.get(second.options, { counter: 8 })))
  })

  it('another user handle than the imported one is rejected', async () => {
    const { authenticator, begin } = await imported({ known: false, synced: false })
    const { options, send } = await begin()
    const userHandle = Buffer.from(randomUUID()).toString('base64url')
    expect(pageOf(await send(authenticator.get(options, { userHandle }))).status).toBe(422)
  })
})
