import { expect, test } from 'vitest'
import { correlationValue, personOf } from '../src/index.ts'

const provider = { kind: null, emailTrusted: true, emailClaim: null }
const issued = { iss: 'https://corp.example', sub: 's', email: 'ada@corp.example' }

const correlate = (claim: string, claims: Record<string, unknown>, as: object = {}) =>
  correlationValue(
    { ...provider, ...as, claim },
    personOf({ ...provider, ...as }, { signed: { ...issued, ...claims } }),
  )

test.each([
  ['the address is named without a statement', 'email', {}, {}, 'ada@corp.example'],
  ['the address is stated verified', 'email', { email_verified: true }, {}, 'ada@corp.example'],
  ['the address is stated unverified', 'email', { email_verified: false }, {}, null],
  ['the address is stated unverified as text', 'email', { email_verified: 'false' }, {}, null],
  [
    'another claim repeats an unverified address',
    'upn',
    { upn: 'ADA@corp.example', email_verified: false },
    {},
    null,
  ],
  [
    "the provider's own claim for addresses is unverified",
    'mail',
    { mail: 'x@y.example', email_verified: false },
    { emailClaim: 'mail' },
    null,
  ],
  ['an unverified address is beside another claim', 'oid', { oid: '5', email_verified: false }, {}, '5'],
  ['any tenant may write the address', 'email', {}, { kind: 'microsoft' }, null],
  [
    'Microsoft vouches for the address',
    'email',
    { xms_edov: true },
    { kind: 'microsoft' },
    'ada@corp.example',
  ],
  ['the claim is no text', 'oid', { oid: 5 }, {}, null],
  ['the claim is empty', 'oid', { oid: '' }, {}, null],
] as const)('the correlation value is right when %s', (_when, claim, claims, as, expected) => {
  expect(correlate(claim, claims, as)).toBe(expected)
})

test('a claim from the browser or from UserInfo matches no account of a directory', () => {
  const person = personOf(provider, { signed: issued, userInfo: { oid: '5' }, posted: { name: 'Ada' } })
  expect(person.claims).toEqual({ name: 'Ada' })
  for (const claim of ['name', 'oid']) expect(correlationValue({ ...provider, claim }, person)).toBe(null)
})

test('an address from the browser is not an address of the user', () => {
  const named = { ...provider, emailClaim: 'name' }
  expect(personOf(named, { signed: issued, posted: { name: 'eve@corp.example' } }).email).toBe(null)
})
