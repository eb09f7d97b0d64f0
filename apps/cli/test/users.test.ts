import { describe, expect, it } from 'vitest'
import { parseCsv } from '../src/users/csv.ts'
import { problemOf, readUsers } from '../src/users/sources.ts'

const firebase = {
  signerKey: 'jxspr8Ki0RYycVU8zykbdLGjFQ3McFUH0uiiTvC8pVMXAn210wjLNmdZJzxUECKbm0QsEmYUSDzZvpjeJ9WmXA==',
  saltSeparator: 'Bw==',
  rounds: 8,
  memoryCost: 14,
}

const credential = (type: string, secretData: object, credentialData: object) => ({
  type,
  secretData: JSON.stringify(secretData),
  credentialData: JSON.stringify(credentialData),
})

const realm = {
  realm: 'shop',
  users: [
    {
      username: 'ada',
      email: 'ada@example.com',
      emailVerified: true,
      enabled: true,
      firstName: 'Ada',
      lastName: 'Lovelace',
      attributes: { locale: ['en'] },
      groups: ['/engineering', '/staff/on call'],
      requiredActions: [],
      credentials: [
        credential(
          'password',
          {
            value: 'qnA427fe69fAjkevcHZvnm7vp3MewnxKL4g2WLfI7U6teQVH1eR2L5DfcV0psPIfjGPtlZbkpnogYX+2TaSl6w==',
            salt: 'AAECAwQFBgcICQoLDA0ODw==',
            additionalParameters: {},
          },
          { hashIterations: 27500, algorithm: 'pbkdf2-sha256', additionalParameters: {} },
        ),
        credential(
          'otp',
          { value: 'abcdefghijklmnopqrst' },
          { subType: 'totp', digits: 6, counter: 0, period: 30, algorithm: 'HmacSHA1' },
        ),
      ],
    },
    {
      username: 'bob@example.com',
      email: 'bob@example.com',
      enabled: false,
      requiredActions: ['UPDATE_PASSWORD'],
      federatedIdentities: [{ identityProvider: 'google', userId: '1', userName: 'bob' }],
      credentials: [
        credential(
          'password',
          { value: 'CTFhFdXPJO1aFaMaO6Mm5c8y7cJHAph8ArZWb2GRPPc=', salt: 'c29tZXNhbHQ=' },
          {
            hashIterations: 2,
            algorithm: 'argon2',
            additionalParameters: {
              hashLength: ['32'],
              memory: ['65536'],
              type: ['id'],
              version: ['1.3'],
              parallelism: ['1'],
            },
          },
        ),
      ],
    },
    { username: 'service-account-shop', serviceAccountClientId: 'shop' },
  ],
}

describe('users of other systems:', () => {
  it('a realm export of Keycloak keeps hashes, authenticators, groups, names and states', () => {
    const users = readUsers('keycloak', JSON.stringify(realm), { firebase })
    expect(users).toEqual([
      {
        user: {
          email: 'ada@example.com',
          username: 'ada',
          emailVerified: true,
          active: true,
          passwordHash:
            '$pbkdf2-sha256$i=27500$AAECAwQFBgcICQoLDA0ODw==$qnA427fe69fAjkevcHZvnm7vp3MewnxKL4g2WLfI7U6teQVH1eR2L5DfcV0psPIfjGPtlZbkpnogYX+2TaSl6w==',
          totpSeed: 'MFRGGZDFMZTWQ2LKNNWG23TPOBYXE43U',
          groups: ['engineering', 'staff/on call'],
          profile: { name: { givenName: 'Ada', familyName: 'Lovelace' }, locale: 'en' },
        },
        leftOut: [],
      },
      {
        user: {
          email: 'bob@example.com',
          emailVerified: false,
          active: false,
          passwordHash:
            '$argon2id$v=19$m=65536,t=2,p=1$c29tZXNhbHQ$CTFhFdXPJO1aFaMaO6Mm5c8y7cJHAph8ArZWb2GRPPc',
        },
        leftOut: ['the link to the provider google', 'the required actions UPDATE_PASSWORD'],
      },
    ])
    expect(users.map(problemOf)).toEqual([null, null])
  })

  const webAuthn = {
    ...credential(
      'webauthn-passwordless',
      {},
      {
        aaguid: 'adce0002-35bc-c60a-648b-0b25f1f05503',
        credentialId: '+/Kp8Jg0cw7q2x0o8ZQyPg==',
        counter: 3,
        credentialPublicKey:
          'pQECAyYgASFYIGoRIzzS1vPrcUGl-jRIO-CKzBBLhpWSAhPFvmKcHKCyIlggKV1cVvFCfoG4jxbXYBF3yEP5SBGCJGpjhgXdwFQFYBE',
        attestationStatementFormat: 'none',
        transports: ['internal', 'hybrid'],
      },
    ),
    userLabel: 'MacBook',
  }
  const holder = {
    id: '7b5d1b7e-7d0f-4b1c-9a1e-6f4a2b1c3d5e',
    username: 'ada@example.com',
    email: 'ada@example.com',
    credentials: [webAuthn],
  }

  it('a realm export of Keycloak keeps passkeys with the user id as their handle, at the host of the realm', () => {
    const named = { webAuthnPolicyPasswordlessRpId: 'id.example.com', users: [holder] }
    const unnamed = { webAuthnPolicyPasswordlessRpId: '', users: [holder] }
    const read = (file: object, rpId?: string) =>
      readUsers('keycloak', JSON.stringify(file), { firebase, rpId }).at(0)
    const passkey = {
      credentialId: '-_Kp8Jg0cw7q2x0o8ZQyPg',
      publicKey: JSON.parse(webAuthn.credentialData).credentialPublicKey,
      rpId: 'id.example.com',
      userHandle: Buffer.from(holder.id).toString('base64url'),
      counter: 3,
      aaguid: 'adce0002-35bc-c60a-648b-0b25f1f05503',
      transports: ['internal', 'hybrid'],
      name: 'MacBook',
    }
    const one = read(named)
    expect(one?.user.passkeys).toEqual([passkey])
    expect(one && problemOf(one)).toBeNull()
    expect(read(unnamed, 'keycloak.example.com')?.user.passkeys).toEqual([
      { ...passkey, rpId: 'keycloak.example.com' },
    ])
    expect(read(unnamed)).toMatchObject({
      user: expect.not.objectContaining({ passkeys: expect.anything() }),
      leftOut: ['a passkey whose host the file does not name (--rp-id)'],
    })
  })

  it('an export of Auth0 keeps bcrypt hashes, and names the identities that are left out', () => {
    const line = {
      _id: { $oid: '60425dc43519d90068f82973' },
      email: 'ada@example.com',
      email_verified: false,
      name: 'Ada Lovelace',
      passwordHash: '$2b$10$N9qo8uLOickgx2ZMRZoMye7hLCKuEIm4BcKHuoCJsBy/5Q0NErxWS',
      identities: [
        { provider: 'auth0', user_id: '60425dc43519d90068f82973' },
        { provider: 'google-oauth2', user_id: '1' },
      ],
    }
    expect(readUsers('auth0', `${JSON.stringify(line)}\n\n`, { firebase })).toEqual([
      {
        user: {
          email: 'ada@example.com',
          emailVerified: false,
          active: true,
          subject: 'auth0|60425dc43519d90068f82973',
          passwordHash: line.passwordHash,
          profile: { displayName: 'Ada Lovelace' },
        },
        leftOut: ['the link to the provider google-oauth2'],
      },
    ])
  })

  it('an export of Firebase has its hashes with the parameters of the project, which are required', () => {
    const file = JSON.stringify({
      users: [
        {
          localId: 'user1',
          email: 'user1@example.com',
          emailVerified: true,
          passwordHash:
            'lSrfV15cpx95/sZS2W9c9Kp6i/LVgQNDNC/qzrCnh1SAyZvqmZqAjTdn3aoItz+VHjoZilo78198JAdRuid5lQ==',
          salt: '42xEC+ixf3L2lw==',
          providerUserInfo: [{ providerId: 'password' }, { providerId: 'google.com' }],
        },
      ],
    })
    const [one] = readUsers('firebase', file, { firebase })
    expect(one?.user.passwordHash).toBe(
      `$firebase-scrypt$m=14,r=8$42xEC+ixf3L2lw==$Bw==$${firebase.signerKey}$lSrfV15cpx95/sZS2W9c9Kp6i/LVgQNDNC/qzrCnh1SAyZvqmZqAjTdn3aoItz+VHjoZilo78198JAdRuid5lQ==`,
    )
    expect(one?.leftOut).toEqual(['the link to the provider google.com'])
    expect(one?.user.subject).toBe('user1')
    expect(() => readUsers('firebase', file, { firebase: { ...firebase, signerKey: undefined } })).toThrow(
      '--signer-key',
    )
  })

  it('a CSV file has one user in each row, with quoted cells', () => {
    const text =
      '\ufeffemail,emailVerified,displayName,groups,shoeSize\r\n"ada@example.com",yes,"Lovelace, ""Ada""",a;b,37\r\n'
    expect(readUsers('csv', text, { firebase })).toEqual([
      {
        user: {
          email: 'ada@example.com',
          emailVerified: true,
          groups: ['a', 'b'],
          profile: { displayName: 'Lovelace, "Ada"' },
        },
        leftOut: ['the column shoeSize'],
      },
    ])
    expect(() => parseCsv('name\nAda')).toThrow('email')
    expect(() => parseCsv('email\n"a"b')).toThrow('quote')
    expect(parseCsv('email,locale\na@b.example,')).toEqual([{ email: 'a@b.example', locale: '' }])
  })

  it('a line of NDJSON has the form of the API, and another form is a problem with the name of the field', () => {
    const [valid, invalid] = readUsers(
      'ndjson',
      '{"email":"a@b.example"}\n{"email":"a@b.example","admin":true}',
      { firebase },
    )
    expect(valid && problemOf(valid)).toBeNull()
    expect(invalid && problemOf(invalid)).toContain('admin')
    expect(() => readUsers('ndjson', '{"email":"a@b.example"}\n[]', { firebase })).toThrow('Line 2')
  })
})
