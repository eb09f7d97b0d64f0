import { describe, expect, test } from 'vitest'
import { type FlowState, nextStep } from '../../src/sign-in/next-step.ts'

const account = {
  id: 'usr_ada',
  email: 'ada@example.com',
  emailVerified: true,
  authenticator: null,
  passkeyHosts: [],
  recoveryCodes: null,
  passkeyOfferDue: true,
  passwordSetAt: '1',
  revocations: 0,
  languages: [],
}
const pending = { accountId: 'usr_ada', amr: ['pwd'] }
const login = { accountId: 'usr_ada', basis: { revocations: 0, passwordSetAt: '1', password: true } }
const upstream = {
  providerId: 'corp',
  issuer: 'https://corp.example',
  subject: 'ada',
  email: null,
  sid: null,
}
const failed = { reason: 'cancelled' as const, providerName: 'Corp' }
const passkeys = { passkeys: 'allowed', passkeyHost: 'id.example' } as const
const start: FlowState = {
  prompt: 'login',
  hasSession: false,
  progress: {},
  account: null,
  needsConsent: false,
  route: null,
  rules: { emailVerificationRequired: false, totpRequired: false, ...passkeys },
}
const strict = { ...start.rules, emailVerificationRequired: true, totpRequired: true }
const required = { ...start.rules, passkeys: 'required' as const }
const withPasskey = { ...account, passkeyHosts: ['id.example'] }

describe('next step of a sign-in:', () => {
  test.each<[string, Partial<FlowState>, string]>([
    ['no user has signed in', {}, 'sign-in'],
    ['an account is known and has no proof', { account }, 'sign-in'],
    ['an account is to be chosen', { prompt: 'select_account', hasSession: true }, 'choose-account'],
    ['there is no account to choose', { prompt: 'select_account' }, 'sign-in'],
    [
      'another account was chosen',
      { prompt: 'select_account', hasSession: true, progress: { entry: { login: '' } } },
      'sign-in',
    ],
    [
      'the sign-in with the chosen account failed',
      { prompt: 'select_account', hasSession: true, progress: { failed } },
      'sign-in',
    ],
    ['the client requests consent', { prompt: 'consent', hasSession: true }, 'consent'],
    [
      'another user is to consent',
      { prompt: 'consent', hasSession: true, progress: { entry: { login: '' } } },
      'sign-in',
    ],
    [
      'that other user has signed in',
      { prompt: 'consent', hasSession: true, progress: { pending }, account },
      'signed in',
    ],
    ['the account may not sign in any more', { progress: { pending } }, 'sign-in'],
    ['nothing is missing', { progress: { pending }, account }, 'signed in'],
    [
      'an authenticator is enrolled and the project requires none',
      { progress: { pending }, account: { ...account, authenticator: 'sealed' } },
      'challenge',
    ],
    [
      'the code of the authenticator was accepted',
      {
        progress: { pending: { ...pending, amr: ['pwd', 'otp', 'mfa'] } },
        account: { ...account, authenticator: 'sealed' },
        rules: strict,
      },
      'signed in',
    ],
    [
      'the address is not proven',
      { progress: { pending }, account: { ...account, emailVerified: false }, rules: strict },
      'verification',
    ],
    [
      'there is no address to prove',
      { progress: { pending }, account: { ...account, email: null, emailVerified: false }, rules: strict },
      'enrolment',
    ],
    ['an authenticator is required', { progress: { pending }, account, rules: strict }, 'enrolment'],
    [
      'a registration uses the address of another account',
      { progress: { pending: { ...pending, registered: 'ada@example.com' } } },
      'verification',
    ],
    ['one provider is the only sign-in method', { route: 'corp' }, 'leave'],
    ['the only provider has failed', { route: 'corp', progress: { failed } }, 'sign-in'],
    [
      'the client requests an account choice and one provider is the only method',
      { route: 'corp', prompt: 'select_account', hasSession: true },
      'choose-account',
    ],
    [
      'the account is not proven',
      { progress: { claimed: { accountId: 'usr_ada', upstream } } },
      'claim-account',
    ],
    [
      'a provider authenticated an account with a second factor',
      {
        progress: { pending: { ...pending, amr: [], upstream } },
        account: { ...account, authenticator: 'sealed' },
        rules: { ...strict, emailVerificationRequired: false },
      },
      'signed in',
    ],
    [
      'a provider authenticated a user whose address is not proven',
      {
        progress: { pending: { ...pending, amr: [], upstream } },
        account: { ...account, emailVerified: false },
        rules: strict,
      },
      'verification',
    ],
    [
      'the account to be linked has a second factor',
      {
        progress: { pending: { ...pending, upstream, links: true } },
        account: { ...account, authenticator: 'sealed' },
      },
      'challenge',
    ],
    [
      'the account has a passkey that is allowed',
      { progress: { pending }, account: withPasskey },
      'signed in',
    ],
    [
      'the account has a passkey and the project requires a second factor',
      { progress: { pending }, account: withPasskey, rules: strict },
      'challenge',
    ],
    [
      'the passkey of the account is bound to another host',
      { progress: { pending }, account: { ...account, passkeyHosts: ['old.example'] }, rules: required },
      'new-passkey',
    ],
    [
      'passkeys are required and the password was presented',
      { progress: { pending }, account: withPasskey, rules: required },
      'challenge',
    ],
    [
      'a passkey without a verified user was presented to an account with an authenticator',
      {
        progress: { pending: { ...pending, amr: ['swk', 'user'] } },
        account: { ...withPasskey, authenticator: 'sealed' },
      },
      'challenge',
    ],
    [
      'passkeys are required and the address is not proven',
      {
        progress: { pending },
        account: { ...account, emailVerified: false },
        rules: { ...required, emailVerificationRequired: true },
      },
      'verification',
    ],
    [
      'passkeys are preferred',
      { progress: { pending }, account, rules: { ...start.rules, passkeys: 'preferred' } },
      'new-passkey',
    ],
    [
      'the offer of a passkey was answered',
      {
        progress: { pending: { ...pending, offer: 'answered' } },
        account,
        rules: { ...start.rules, passkeys: 'preferred' },
      },
      'signed in',
    ],
    [
      'a provider authenticated the user and passkeys are required',
      { progress: { pending: { ...pending, amr: [], upstream } }, account, rules: required },
      'signed in',
    ],
    ['consent is needed after the sign-in', { progress: { login }, needsConsent: true }, 'consent'],
    ['only consent is requested', { prompt: 'consent', hasSession: true }, 'consent'],
    ['no step is left', { progress: { login } }, 'end'],
  ])('the step is correct when %s', (_when, state, step) => {
    expect(nextStep({ ...start, ...state })).toBe(step)
  })
})
