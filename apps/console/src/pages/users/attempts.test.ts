import { describe, expect, it } from 'vitest'
import { initialsOf } from '../../components/object-mark.tsx'
import { attemptsOf } from './attempts.ts'

const at = (minute: number): string => new Date(Date.UTC(2026, 0, 1, 12, minute)).toISOString()

const session = { clientId: 'app_1', clientName: 'Shop', lastTokenAt: null, offline: false }
const provider = { providerId: 'idp_1', displayName: 'Okta', email: null }

describe('recent sign-ins of a user', () => {
  it('sign-ins and failures are listed together, the newest first', () => {
    const attempts = attemptsOf({
      failures: [
        { cause: 'wrong_password', clientId: 'app_1', clientName: 'Shop', count: 3, lastAt: at(2) },
        { cause: 'wrong_code', clientId: null, clientName: null, count: 1, lastAt: at(9) },
      ],
      sessions: [{ ...session, signedInAt: at(5) }],
      identities: [],
    })
    expect(attempts.map(({ cause, count }) => [cause, count])).toEqual([
      ['wrong_code', 1],
      [undefined, 1],
      ['wrong_password', 3],
    ])
  })

  it('a sign-in through a provider is one row with the application and the provider', () => {
    const attempts = attemptsOf({
      failures: [],
      sessions: [{ ...session, signedInAt: at(5) }],
      identities: [
        { ...provider, lastSignInAt: at(5), lastFailure: { at: at(8), reason: 'not_allowed' } },
      ] as never,
    })
    expect(attempts).toMatchObject([
      { cause: 'provider_refused', reason: 'not_allowed', provider: 'Okta', clientName: null },
      { provider: 'Okta', clientName: 'Shop' },
    ])
    expect(attempts).toHaveLength(2)
  })

  it('the list has at most ten attempts', () => {
    const sessions = Array.from({ length: 12 }, (_, index) => ({ ...session, signedInAt: at(index) }))
    const attempts = attemptsOf({ failures: [], sessions, identities: [] })
    expect(attempts).toHaveLength(10)
    expect(attempts[0]?.at).toBe(at(11))
  })
})

describe('initials of a user', () => {
  it.each([
    ['Grace Hopper', 'GH'],
    ['Grace Brewster Murray Hopper', 'GH'],
    ['grace.hopper@customer.example', 'GH'],
    ['grace@customer.example', 'G'],
    ['SAML 2.0', 'S'],
    ['007', '0'],
    ['', ''],
  ])('the name "%s" has the initials "%s"', (name, initials) => {
    expect(initialsOf(name)).toBe(initials)
  })
})
