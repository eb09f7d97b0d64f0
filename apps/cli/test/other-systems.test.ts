import type { ImportedUser } from '@signet/contracts'
import { describe, expect, it } from 'vitest'
import { problemOf, readUsers, type Source } from '../src/users/sources.ts'

const bcrypt = '$2b$10$N9qo8uLOickgx2ZMRZoMye7hLCKuEIm4BcKHuoCJsBy/5Q0NErxWS'

interface Case {
  readonly system: Source
  readonly file: unknown
  readonly user: ImportedUser
  readonly leftOut: readonly string[]
}

const cases: readonly Case[] = [
  {
    system: 'cognito',
    file: {
      Users: [
        {
          Username: 'Google_1071',
          Attributes: [
            { Name: 'sub', Value: 'b3f2c1a0-7d1e-4f62-9a53-0d6c1c0e9b11' },
            { Name: 'email', Value: 'ada@example.com' },
            { Name: 'email_verified', Value: 'true' },
            { Name: 'given_name', Value: 'Ada' },
            { Name: 'family_name', Value: 'Lovelace' },
            { Name: 'locale', Value: 'en-GB' },
            { Name: 'custom:department', Value: 'research' },
            {
              Name: 'identities',
              Value: JSON.stringify([
                {
                  userId: '1071',
                  providerName: 'Google',
                  providerType: 'Google',
                  issuer: null,
                  primary: true,
                },
              ]),
            },
          ],
          UserCreateDate: '2024-02-01T10:00:00.000000+00:00',
          Enabled: true,
          UserStatus: 'EXTERNAL_PROVIDER',
        },
      ],
    },
    user: {
      email: 'ada@example.com',
      subject: 'b3f2c1a0-7d1e-4f62-9a53-0d6c1c0e9b11',
      emailVerified: true,
      active: true,
      claims: { department: 'research' },
      links: [{ providerId: 'google', subject: '1071' }],
      profile: { name: { givenName: 'Ada', familyName: 'Lovelace' }, locale: 'en-GB' },
    },
    leftOut: [],
  },
  {
    system: 'okta',
    file: [
      {
        id: '00ub0oNGTSWTBKOLGLNR',
        status: 'ACTIVE',
        profile: {
          firstName: 'Ada',
          lastName: 'Lovelace',
          email: 'ada@example.com',
          login: 'ada',
          locale: 'en_GB',
        },
        credentials: {
          password: {
            hash: {
              algorithm: 'BCRYPT',
              workFactor: 10,
              salt: 'N9qo8uLOickgx2ZMRZoMye',
              value: '7hLCKuEIm4BcKHuoCJsBy/5Q0NErxWS',
            },
          },
          emails: [{ value: 'ada@example.com', status: 'VERIFIED', type: 'PRIMARY' }],
          provider: { type: 'OKTA', name: 'OKTA' },
        },
      },
    ],
    user: {
      email: 'ada@example.com',
      subject: '00ub0oNGTSWTBKOLGLNR',
      username: 'ada',
      emailVerified: true,
      active: true,
      passwordHash: bcrypt.replace('$2b$', '$2a$'),
      profile: { name: { givenName: 'Ada', familyName: 'Lovelace' }, locale: 'en-GB' },
    },
    leftOut: [],
  },
  {
    system: 'zitadel',
    file: {
      orgs: [
        {
          orgId: '1',
          humanUsers: [
            {
              userId: '177073617463410691',
              user: {
                userName: 'ada',
                profile: { firstName: 'Ada', lastName: 'Lovelace', preferredLanguage: 'en' },
                email: { email: 'ada@example.com', isEmailVerified: true },
                hashedPassword: { value: bcrypt },
                otpCode: 'JBSWY3DPEHPK3PXP',
                passwordChangeRequired: true,
              },
            },
          ],
          userLinks: [
            {
              userId: '177073617463410691',
              idpId: '42',
              idpName: 'Google',
              providedUserId: '1071',
              providedUserName: 'ada',
            },
          ],
        },
      ],
    },
    user: {
      email: 'ada@example.com',
      subject: '177073617463410691',
      username: 'ada',
      emailVerified: true,
      passwordHash: bcrypt,
      totpSeed: 'JBSWY3DPEHPK3PXP',
      links: [{ providerId: 'google', subject: '1071' }],
      profile: { name: { givenName: 'Ada', familyName: 'Lovelace' }, locale: 'en' },
    },
    leftOut: ['the required change of the password'],
  },
  {
    system: 'logto',
    file: [
      {
        id: 'l3q0vp2c9d1k',
        username: 'ada',
        primaryEmail: 'ada@example.com',
        name: 'Ada Lovelace',
        identities: { google: { userId: '1071', details: {} }, github: { userId: '7' } },
        isSuspended: true,
        profile: { givenName: 'Ada' },
        passwordEncrypted: bcrypt,
        passwordEncryptionMethod: 'Bcrypt',
        mfaVerifications: [{ type: 'Totp' }],
      },
    ],
    user: {
      email: 'ada@example.com',
      subject: 'l3q0vp2c9d1k',
      username: 'ada',
      emailVerified: true,
      active: false,
      passwordHash: bcrypt,
      links: [{ providerId: 'google', subject: '1071' }],
      profile: { name: { givenName: 'Ada' }, displayName: 'Ada Lovelace' },
    },
    leftOut: ['the second factor', 'the link to the provider github'],
  },
  {
    system: 'supabase',
    file: {
      id: '5f1a4c55-2b73-4b5e-a8a8-6d8b3f4c2e10',
      email: 'ada@example.com',
      encrypted_password: bcrypt,
      email_confirmed_at: '2024-02-01 10:00:00+00',
      banned_until: null,
      raw_user_meta_data: { full_name: 'Ada Lovelace' },
      identities: [
        { provider: 'email', provider_id: '5f1a4c55-2b73-4b5e-a8a8-6d8b3f4c2e10' },
        { provider: 'google', provider_id: '1071', identity_data: { sub: '1071' } },
      ],
    },
    user: {
      email: 'ada@example.com',
      subject: '5f1a4c55-2b73-4b5e-a8a8-6d8b3f4c2e10',
      emailVerified: true,
      active: true,
      passwordHash: bcrypt,
      links: [{ providerId: 'google', subject: '1071' }],
      profile: { displayName: 'Ada Lovelace' },
    },
    leftOut: [],
  },
]

const facts = {
  firebase: { saltSeparator: '', rounds: 8, memoryCost: 14 },
  links: new Map([
    ['Google', 'google'],
    ['google', 'google'],
  ]),
}

describe('exports of other systems:', () => {
  it.each(cases)(
    'an export of $system keeps the subject, the hash, links and names',
    ({ system, ...one }) => {
      const users = readUsers(system, JSON.stringify(one.file), facts)
      expect(users).toEqual([{ user: one.user, leftOut: one.leftOut }])
      expect(users.map(problemOf)).toEqual([null])
    },
  )

  it.each(cases)(
    'a link of $system is left out when the project has no provider for it',
    ({ system, file }) => {
      const [one] = readUsers(system, JSON.stringify(file), { firebase: facts.firebase })
      expect(one?.user.links).toBeUndefined()
    },
  )

  it.each<[object, string | undefined]>([
    [
      {
        algorithm: 'PBKDF2',
        digestAlgorithm: 'SHA256_HMAC',
        iterationCount: 4096,
        salt: 'c2FsdA==',
        value: 'eA==',
      },
      '$pbkdf2-sha256$i=4096$c2FsdA==$eA==',
    ],
    [{ algorithm: 'SHA-512', saltOrder: 'POSTFIX', salt: 'c2FsdA==', value: 'eA==' }, '{SSHA512}eHNhbHQ='],
    [{ algorithm: 'SHA-512', saltOrder: 'PREFIX', salt: 'c2FsdA==', value: 'eA==' }, undefined],
    [{ algorithm: 'MD5', salt: 'c2FsdA==', value: 'eA==' }, undefined],
  ])('the hash %j of Okta becomes %s', (hash, expected) => {
    const file = [{ profile: { email: 'ada@example.com' }, credentials: { password: { hash } } }]
    const [one] = readUsers('okta', JSON.stringify(file), facts)
    expect(one?.user.passwordHash).toBe(expected)
    expect(one?.leftOut).toEqual(expected ? [] : ['a password with another hash'])
  })

  it('a user of Supabase is inactive while a ban lasts, and active after it', () => {
    const file = ['2000-01-01T00:00:00Z', '2999-01-01T00:00:00Z'].map((until, index) => ({
      ...{ email: `${index}@example.com`, banned_until: until },
    }))
    const users = readUsers('supabase', JSON.stringify(file), facts)
    expect(users.map(({ user }) => user.active)).toEqual([true, false])
  })
})
