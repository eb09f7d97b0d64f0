import { sql } from '@signet/db'
import { createRelyingParty, FormBrowser, isPage } from '@signet/testkit'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Auth, makeClient, makeProject, makeUser, redirectUri, startAuth } from '../support/harness.ts'

let auth: Auth
beforeAll(async () => {
  auth = await startAuth()
})
afterAll(() => auth.close())

const known = 'correct horse'

const hashes: readonly (readonly [system: string, password: string, hash: string])[] = [
  ['bcrypt', known, '$2b$10$N9qo8uLOickgx2ZMRZoMye7hLCKuEIm4BcKHuoCJsBy/5Q0NErxWS'],
  [
    'Keycloak',
    known,
    '$pbkdf2-sha256$i=27500$AAECAwQFBgcICQoLDA0ODw==$qnA427fe69fAjkevcHZvnm7vp3MewnxKL4g2WLfI7U6teQVH1eR2L5DfcV0psPIfjGPtlZbkpnogYX+2TaSl6w==',
  ],
  [
    'Firebase',
    'user1password',
    '$firebase-scrypt$m=14,r=8$42xEC+ixf3L2lw==$Bw==$jxspr8Ki0RYycVU8zykbdLGjFQ3McFUH0uiiTvC8pVMXAn210wjLNmdZJzxUECKbm0QsEmYUSDzZvpjeJ9WmXA==$lSrfV15cpx95/sZS2W9c9Kp6i/LVgQNDNC/qzrCnh1SAyZvqmZqAjTdn3aoItz+VHjoZilo78198JAdRuid5lQ==',
  ],
  ['LDAP', known, '{SSHA}TUJSOZXEpsO0ugaXv1z4WCS+DMwAAQIDBAUGBw=='],
]

async function imported(hash: string) {
  const project = await makeProject(auth)
  const user = await makeUser(auth, project.id)
  const { clientId, clientSecret } = await makeClient(auth, { projectId: project.id, requireConsent: false })
  const at = sql`project_id = ${project.id} AND id = ${user.id}`
  await auth.database.run(sql`UPDATE accounts SET password_hash = ${hash} WHERE ${at}`)
  const options = { issuer: project.issuer, clientId, clientSecret, redirectUri, address: auth.address }
  return {
    async signIn(password: string): Promise<boolean> {
      const browser = new FormBrowser(auth.address, redirectUri)
      const page = await browser.open((await (await createRelyingParty(options)).begin()).url)
      if (!isPage(page)) throw new Error('The sign-in page is missing.')
      return !isPage(await browser.submit(page, '/login', { login: user.email, password }))
    },
    read: async () =>
      (
        await auth.database.rows<{ hash: string; setAt: string }>(
          sql`SELECT password_hash AS hash, password_set_at::text AS "setAt" FROM accounts WHERE ${at}`,
        )
      )[0],
  }
}

it.each(hashes)(
  'a user signs in with a password that %s has hashed, and the sign-in replaces the hash by argon2id',
  async (_system, password, hash) => {
    const user = await imported(hash)
    const before = await user.read()
    expect(await user.signIn(`${password}x`)).toBe(false)
    expect(await user.read()).toEqual(before)
    expect(await user.signIn(password)).toBe(true)
    const after = await user.read()
    expect(after?.hash).toMatch(/^\$argon2id\$/)
    expect(after?.setAt).toBe(before?.setAt)
    expect(await user.signIn(password)).toBe(true)
    expect(await user.read()).toEqual(after)
  },
)
