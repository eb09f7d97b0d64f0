import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

const root = new URL('../../', import.meta.url).pathname

/** Each function verifies, uses or stores a passkey or a recovery code. The file that declares it may also call it. */
const callers: Readonly<Record<string, readonly string[]>> = {
  verifyAuthenticationResponse: ['services/auth/src/passkeys/verify.ts'],
  verifyRegistrationResponse: ['services/auth/src/passkeys/verify.ts'],
  verifyAssertion: ['services/auth/src/passkeys/verify.ts', 'services/auth/src/sign-in/passkey-proof.ts'],
  verifyAttestation: [
    'services/auth/src/own-account/enrol-passkey.ts',
    'services/auth/src/passkeys/verify.ts',
  ],
  takeChallenge: [
    'packages/accounts/src/passkey-challenges.ts',
    'services/auth/src/own-account/enrol-passkey.ts',
    'services/auth/src/sign-in/passkey-proof.ts',
  ],
  useSignedChallenge: [
    'packages/accounts/src/passkey-challenges.ts',
    'services/auth/src/sign-in/passkey-proof.ts',
  ],
  presentedChallenge: [
    'services/auth/src/passkeys/signed-challenge.ts',
    'services/auth/src/sign-in/passkey-proof.ts',
  ],
  usePasskey: ['packages/accounts/src/passkeys.ts', 'services/auth/src/sign-in/passkey-proof.ts'],
  addPasskey: ['packages/accounts/src/passkeys.ts', 'services/auth/src/own-account/enrol-passkey.ts'],
  importPasskeys: [
    'packages/accounts/src/imported-passkeys.ts',
    'services/admin-api/src/domains/users/import.ts',
  ],
  isUsableKey: [
    'packages/accounts/src/passkey-public-key.ts',
    'services/admin-api/src/domains/users/imported-passkeys.ts',
    'services/auth/src/passkeys/verify.ts',
  ],
  replaceRecoveryCodes: [
    'packages/accounts/src/recovery-codes.ts',
    'services/auth/src/own-account/own-recovery-codes.ts',
  ],
  generateOwnCodes: [
    'services/auth/src/own-account/own-recovery-codes.ts',
    'services/auth/src/pages/own-recovery-codes/handler.ts',
  ],
  spendRecoveryCode: [
    'packages/accounts/src/recovery-codes.ts',
    'services/auth/src/own-account/own-recovery-codes.ts',
  ],
  useRecoveryCode: [
    'services/auth/src/own-account/own-authenticator.ts',
    'services/auth/src/own-account/own-recovery-codes.ts',
    'services/auth/src/pages/recovery-code/handler.ts',
  ],
  passkeyBasis: [
    'services/auth/src/artifacts/sign-in-basis.ts',
    'services/auth/src/pages/sign-in/passkey.ts',
  ],
}

const sources = globSync('{packages,services}/**/src/**/*.ts', { cwd: root })
  .filter((path) => !path.includes('node_modules') && !path.endsWith('.test.ts'))
  .map((path) => ({ path, text: readFileSync(`${root}${path}`, 'utf8') }))

test.each(Object.entries(callers))(
  '%s is called only where the challenge, the project and the account are checked',
  (name, allowed) => {
    const pattern = new RegExp(`\\b${name}(?:\\(| = )`)
    const found = sources.filter(({ text }) => pattern.test(text)).map(({ path }) => path)
    expect(found.toSorted()).toEqual(allowed.toSorted())
  },
)

test('the time of a former host is written only by the change of an address and the transfer of a name', () => {
  const found = sources.filter(({ text }) => /SET [^`]*passkeys_until =/.test(text)).map(({ path }) => path)
  expect(found.toSorted()).toEqual([
    'packages/federation/src/passkeys.ts',
    'services/admin-api/src/domains/projects/names.ts',
  ])
})

test('every statement that removes a second factor is followed by the removal of recovery codes without one', () => {
  const removing = /DELETE FROM passkeys\b|totp_enrolled_at = (?:NULL|CASE)/
  const following = /deleteUnusedRecoveryCodes\(tx, |removeRecoveryCodes\(tx, /
  const found = sources.flatMap(({ path, text }) =>
    text
      .split(/^(?=(?:export )?(?:const|async function|function) \w+)/m)
      .filter((body) => removing.test(body))
      .map((body) => ({
        at: `${path} ${/(?:const|function) (\w+)/.exec(body)?.[1]}`,
        follows: following.test(body),
      })),
  )
  expect(found.toSorted((one, other) => (one.at < other.at ? -1 : 1))).toEqual([
    { at: 'packages/accounts/src/account-state.ts clearAuthenticator', follows: true },
    { at: 'packages/accounts/src/passkeys.ts deletePasskey', follows: true },
    { at: 'packages/accounts/src/passkeys.ts deletePasskeys', follows: true },
    { at: 'packages/accounts/src/prove-address.ts giveToOwner', follows: true },
    // Called by giveToOwner.
    { at: 'packages/accounts/src/prove-address.ts removePasskeys', follows: false },
  ])
})
