import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

/** Reason why no credential of another person remains after the statement. */
const writers: Readonly<Record<string, string>> = {
  'packages/accounts/src/prove-address.ts proveAddress': 'removes credentials first',
  'packages/provisioning/src/assignment.ts assignAccount': 'removes credentials first',
  'packages/provisioning/src/directory-accounts.ts adoptAccounts': 'removes credentials first',
  'packages/provisioning/src/directory-accounts.ts moveAccounts':
    'another directory of the project owns the account; assigning it removed credentials',
  'packages/provisioning/src/directory-accounts.ts releaseAccounts':
    'proves no address and assigns no directory',
  'packages/accounts/src/accounts.ts insertAccount': 'creates the account',
  'packages/accounts/src/imported-accounts.ts importAccounts': 'creates the accounts',
  'packages/provisioning/src/managed-accounts.ts createManagedAccount': 'creates the account',
  'packages/provisioning/src/managed-accounts.ts updateManagedAccount':
    'the directory owns the account already; assigning it removed credentials',
  'services/auth/src/federation/identities.ts fillAddress':
    'fills a missing address, and verifies it only for an account without another credential',
  'packages/accounts/src/account-state.ts changeEmail':
    'makes the address unproven, except of a linked user whose provider verified it and who has no unproven credential',
}

const removesFirst = ['proveAddress', 'assignAccount', 'adoptAccounts']

const root = new URL('../../', import.meta.url).pathname
const sources = globSync(['{packages,services,infra/local}/**/src/**/*.ts', 'infra/local/**/*.ts'], {
  cwd: root,
})
  .filter((path) => !path.includes('node_modules') && !path.endsWith('.test.ts'))
  .sort()

const functionsIn = (text: string): { name: string; body: string }[] =>
  text
    .split(/^(?=(?:export )?(?:const|(?:async )?function|async function) \w+)/m)
    .map((body) => ({ name: /(?:const|function) (\w+)/.exec(body)?.[1] ?? '', body }))

const isWrite = (body: string): boolean =>
  /(?:UPDATE|INSERT INTO) accounts\b[^`]*\b(?:email_verified|connection_id)\b/.test(writesOf(body)) ||
  /\.account\.(?:create|update|upsert)\w*\([^;]*\b(?:emailVerified|connectionId)\b/.test(body)

/** A column in a condition is read and not written. */
const writesOf = (body: string): string => body.replaceAll(/\bWHERE\b[^`]*/g, '')

const found = sources.flatMap((path) =>
  functionsIn(readFileSync(`${root}${path}`, 'utf8'))
    .filter(({ body }) => isWrite(body))
    .map(({ name, body }) => ({ at: `${path} ${name}`, name, body })),
)

test('every statement that verifies an address or hands an account to a directory is listed with its reason', () => {
  expect(found.map(({ at }) => at).sort()).toEqual(Object.keys(writers).sort())
})

test.each(removesFirst)('the function %s removes the earlier credentials before it writes', (name) => {
  const body = found.find((each) => each.name === name)?.body ?? ''
  const removal = body.indexOf('giveToOwner(tx, project, accountId')
  expect(removal).toBeGreaterThan(0)
  expect(removal).toBeLessThan(body.indexOf('UPDATE accounts SET'))
})
