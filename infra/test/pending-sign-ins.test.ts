import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

/** Statements without `endPendingSignIns`, with the reason why a pending sign-in ends nevertheless. */
const exceptions: Readonly<Record<string, string>> = {
  'packages/accounts/src/accounts.ts replaceHash': 'stores another hash of the same password',
  'packages/accounts/src/prove-address.ts removePasskeys': 'is called by giveToOwner only',
  'packages/accounts/src/prove-address.ts removeRecoveryCodes': 'is called by giveToOwner only',
  'packages/accounts/src/recovery-codes.ts deleteUnusedRecoveryCodes':
    'follows the removal of the last second factor, which ends the pending sign-ins',
  'packages/accounts/src/prove-address.ts giveToOwner':
    'calls endAccount, or keeps what the sign-in rests on',
  'packages/accounts/src/prove-address.ts removeIdentities': 'is called by giveToOwner only',
  'packages/provisioning/src/managed-accounts.ts updateManagedAccount':
    'endManagedAccount, which calls endAccount, follows in the same transaction',
  'services/auth/src/federation/identities.ts linkIdentity':
    'removes a link at an earlier issuer, which opens nothing',
}

const root = new URL('../../', import.meta.url).pathname
const sources = globSync('{packages,services}/**/src/**/*.ts', { cwd: root })
  .filter((path) => !path.includes('node_modules') && !path.endsWith('.test.ts'))
  .sort()

const functionsIn = (text: string): { name: string; body: string }[] =>
  text
    .split(/^(?=(?:export )?(?:const|async function|function) \w+)/m)
    .map((body) => ({ name: /(?:const|function) (\w+)/.exec(body)?.[1] ?? '', body }))

const removesSignInMethod = (body: string): boolean =>
  /DELETE FROM (?:identities|passkeys|recovery_codes)\b/.test(body) ||
  /UPDATE accounts\b[^`]*\b(?:password_hash = |active = \$|locked_at = now)/.test(body)

const found = sources.flatMap((path) =>
  functionsIn(readFileSync(`${root}${path}`, 'utf8'))
    .filter(({ body }) => removesSignInMethod(body))
    .map(({ name, body }) => ({ at: `${path} ${name}`, body })),
)

test('every statement that removes a sign-in method ends pending sign-ins', () => {
  const without = found.filter(({ body }) => !body.includes('endPendingSignIns(tx, ')).map(({ at }) => at)
  expect(without.sort()).toEqual(Object.keys(exceptions).sort())
})

test('the search finds the statements that remove a sign-in method', () => {
  expect(found.length).toBeGreaterThan(Object.keys(exceptions).length + 4)
})
