import { afterAll, describe, expect, it } from 'vitest'
import { createPasswordHasher, parseForeignHash } from '../src/index.ts'

const hasher = createPasswordHasher({ threads: 1 })
afterAll(() => hasher.close())

const password = 'correct horse'

/** Taken from the documents of other systems, and made by glibc and Python for one password. */
const vectors: readonly (readonly [system: string, password: string, hash: string])[] = [
  [
    'argon2i of the reference implementation',
    'password',
    '$argon2i$v=19$m=65536,t=2,p=1$c29tZXNhbHQ$wWKIMhR9lyDFvRz9YTZweHKfbftvj+qf+YFY4NeBbtA',
  ],
  [
    'argon2id of the reference implementation',
    'password',
    '$argon2id$v=19$m=65536,t=2,p=1$c29tZXNhbHQ$CTFhFdXPJO1aFaMaO6Mm5c8y7cJHAph8ArZWb2GRPPc',
  ],
  ['bcrypt 2a of OpenBSD', 'U*U', '$2a$05$CCCCCCCCCCCCCCCCCCCCC.E5YPO9kmyuRGyh0XouQYb4YMJKvyOeW'],
  ['bcrypt 2b of glibc', password, '$2b$10$N9qo8uLOickgx2ZMRZoMye7hLCKuEIm4BcKHuoCJsBy/5Q0NErxWS'],
  ['bcrypt 2y of PHP', password, '$2y$10$N9qo8uLOickgx2ZMRZoMye7hLCKuEIm4BcKHuoCJsBy/5Q0NErxWS'],
  [
    'scrypt of RFC 7914 section 12',
    'pleaseletmein',
    `$scrypt$ln=14,r=8,p=1$${Buffer.from('SodiumChloride').toString('base64')}$${Buffer.from(
      '7023bdcb3afd7348461c06cd81fd38ebfda8fbba904f8e3ea9b543f6545da1f2d5432955613f0fcf62d49705242a9af9e61e85dc0d651e40dfcf017b45575887',
      'hex',
    ).toString('base64')}`,
  ],
  [
    'scrypt of Python',
    password,
    '$scrypt$ln=14,r=8,p=1$AAECAwQFBgcICQoLDA0ODw$JbN2hANm9NOw4h5BRHZnbjzQ6Jr0QwNWojTOC2WgIbU',
  ],
  [
    'scrypt of Firebase (the sample of firebase/scrypt)',
    'user1password',
    '$firebase-scrypt$m=14,r=8$42xEC+ixf3L2lw==$Bw==$jxspr8Ki0RYycVU8zykbdLGjFQ3McFUH0uiiTvC8pVMXAn210wjLNmdZJzxUECKbm0QsEmYUSDzZvpjeJ9WmXA==$lSrfV15cpx95/sZS2W9c9Kp6i/LVgQNDNC/qzrCnh1SAyZvqmZqAjTdn3aoItz+VHjoZilo78198JAdRuid5lQ==',
  ],
  [
    'PBKDF2 with SHA-1 of RFC 6070',
    'password',
    `$pbkdf2$4096$${Buffer.from('salt').toString('base64')}$${Buffer.from('4b007901b765489abead49d926f721d065a429c1', 'hex').toString('base64')}`,
  ],
  [
    'PBKDF2 with SHA-256 of Keycloak',
    password,
    '$pbkdf2-sha256$i=27500$AAECAwQFBgcICQoLDA0ODw==$qnA427fe69fAjkevcHZvnm7vp3MewnxKL4g2WLfI7U6teQVH1eR2L5DfcV0psPIfjGPtlZbkpnogYX+2TaSl6w==',
  ],
  [
    'PBKDF2 with SHA-512 of Keycloak',
    password,
    '$pbkdf2-sha512$i=210000$AAECAwQFBgcICQoLDA0ODw==$l4pqr0UVqxiWEnbGDBV//hzeVcB7ZgsFnr5Z+SZYIYjhXWCECCVC/oKM2WWMwBzQGCBfe2yb+20zK3Rr1rkPjg==',
  ],
  [
    'ASP.NET Identity version 2',
    password,
    '$aspnet-identity$AAABAgMEBQYHCAkKCwwNDg+d2FbDdriytxO2vgdAVMuIpGVW4BGF6o0NJn8znGUhaQ==',
  ],
  [
    'ASP.NET Identity version 3',
    password,
    '$aspnet-identity$AQAAAAIAAYagAAAAEAABAgMEBQYHCAkKCwwNDg8LJ1+nXP1HCEVtkGVQ8YRRub3RhgjMuQMQ6K7+XxmQVQ==',
  ],
  [
    'SHA-crypt with SHA-256 of its specification',
    'Hello world!',
    '$5$saltstring$5B8vYYiY.CVt1RlTTf8KbXBH3hsxY/GNooZaBBGWEc5',
  ],
  [
    'SHA-crypt with SHA-512 of its specification',
    'Hello world!',
    '$6$saltstring$svn8UoSVapNtMuq1ukKS4tPQd8iKwSMHWjl/O817G3uBnIFNjnQJuesI68u4OTLiBFdcbYEdFCoEOfaS35inz1',
  ],
  [
    'SHA-crypt with SHA-512 of glibc',
    password,
    '$6$saltstring$.r0X7ub5wGR2v4Xz7svCIozfnlorFh19V89t8KC9Umd81uGhFgsyTRNyzQDXDIm17fFcR9z3z7oBNdsyYBbtm/',
  ],
  [
    'SHA-crypt with rounds of glibc',
    password,
    '$5$rounds=10000$saltstringsaltst$ffO6RHJbzihHqETll0c/MLDJrGhQw9fAaO1LcVIStWB',
  ],
  ['LDAP SSHA', password, '{SSHA}TUJSOZXEpsO0ugaXv1z4WCS+DMwAAQIDBAUGBw=='],
  [
    'LDAP SSHA512',
    password,
    '{SSHA512}SGN41g/7Nh5fW1caq7+OFLY1bStmyjRGeqqYToVdk0I9L+xm2+jSyFnhDNYpXUOOGQ9nETeYvQasgfmOQKvGSAABAgMEBQYH',
  ],
  [
    'LDAP SHA512',
    password,
    '{SHA512}VraY3v7bWkNbY0r+MyC7rz/c2SC2xQOkRvx7endrKY1HnRumqLYXgI6wv1ec6aldZoNHvKtxSQhayTyyeZUZew==',
  ],
]

/** Django writes the salt as text: the vector of RFC 6070 in its form needs SHA-1. */
const django = `pbkdf2_sha1$4096$salt$${Buffer.from('4b007901b765489abead49d926f721d065a429c1', 'hex').toString('base64')}`

describe.each([...vectors, ['Django', 'password', django] as const])('%s:', (_system, known, hash) => {
  it('the hash is verified as it is, and only by its password', async () => {
    expect(await hasher.verify(hash, known)).toBe(true)
    expect(await hasher.verify(hash, `${known}x`)).toBe(false)
    expect(await hasher.verify(hash, '')).toBe(false)
    expect(hasher.needsRehash(hash)).toBe(true)
  }, 60_000)
})

const expensive: readonly (readonly [string, string])[] = [
  [
    'argon2 with 1 GiB',
    '$argon2id$v=19$m=1048576,t=1,p=1$c29tZXNhbHQ$CTFhFdXPJO1aFaMaO6Mm5c8y7cJHAph8ArZWb2GRPPc',
  ],
  [
    'argon2 with many passes',
    '$argon2id$v=19$m=65536,t=100,p=1$c29tZXNhbHQ$CTFhFdXPJO1aFaMaO6Mm5c8y7cJHAph8ArZWb2GRPPc',
  ],
  ['bcrypt with the cost 20', '$2b$20$N9qo8uLOickgx2ZMRZoMye7hLCKuEIm4BcKHuoCJsBy/5Q0NErxWS'],
  [
    'scrypt with 2 GiB',
    '$scrypt$ln=20,r=16,p=1$AAECAwQFBgcICQoLDA0ODw$JbN2hANm9NOw4h5BRHZnbjzQ6Jr0QwNWojTOC2WgIbU',
  ],
  [
    'PBKDF2 with ten million iterations',
    '$pbkdf2-sha256$i=10000000$AAECAwQFBgcICQoLDA0ODw==$JbN2hANm9NOw4h5BRHZnbjzQ6Jr0QwNWojTOC2WgIbU',
  ],
  [
    'SHA-crypt with ten million rounds',
    '$5$rounds=10000000$salt$ffO6RHJbzihHqETll0c/MLDJrGhQw9fAaO1LcVIStWB',
  ],
  ['MD5', '$1$saltstri$YMyguxXMBpd2TEZ.vS/3q1'],
  ['text', 'correct horse'],
  ['an empty text', ''],
  ['a text of one megabyte', `$6$salt$${'a'.repeat(1_000_000)}`],
]

it.each(expensive)('%s is no accepted hash, and its verification is an error', async (_what, hash) => {
  expect(parseForeignHash(hash)).toBeNull()
  await expect(hasher.verify(hash, password)).rejects.toThrow()
})
