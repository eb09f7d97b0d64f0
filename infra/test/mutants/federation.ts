import { mutantsOf } from './mutant.ts'

const from = 'services/auth/src'
const tests = 'services/auth/test/federation'

export const federation = [
  ...mutantsOf(
    `${from}/federation/answer.ts`,
    [`${tests}/hostile.test.ts`],
    [
      [
        'a response is accepted only in the browser that started the sign-in',
        '  if (!isMarked(context, ctx, transaction.browserDigest))\n',
        '  if (void isMarked)\n',
      ],
      [
        'the signature of an ID token is verified',
        '  await verifySignature(tokens.id_token, upstreams.keys.at(keysAddress))\n',
        '  void verifySignature\n',
      ],
    ],
  ),
  ...mutantsOf(
    `${from}/federation/callback.ts`,
    [`${tests}/hostile.test.ts`],
    [['a response is processed once', '  if (isFirst) await keepProgress(', '  await keepProgress(']],
  ),
  ...mutantsOf(
    `${from}/federation/resolve-account.ts`,
    [`${tests}/accounts.test.ts`],
    [
      [
        'a subject is found only at its issuer',
        'sql`d.issuer = ${issuer} AND d.subject = ${subject}`',
        'sql`d.subject = ${subject}`',
      ],
    ],
  ),
  ...mutantsOf(
    'packages/federation/src/linking.ts',
    [`${tests}/addresses.test.ts`],
    [
      ['an account with an unverified address is not linked', 'holder.emailVerified && ', ''],
      [
        'a link by address needs a provider that is trusted with addresses',
        '!facts.person.emailProven || ',
        '',
      ],
      ['an account that a directory manages is not linked', 'holder.managedElsewhere || ', ''],
      [
        'an administrator must prove the account before a link',
        '!facts.isAdministrators && ',
        '',
        `${tests}/accounts.test.ts`,
      ],
      [
        'only allowed domains are accepted',
        "  if (!isDomainAllowed(facts)) return refuse('domain_not_allowed')\n",
        '  void isDomainAllowed\n',
        `${tests}/accounts.test.ts`,
      ],
    ],
  ),
  ...mutantsOf(
    `${from}/federation/prove-account.ts`,
    ['services/auth/test/pending/pending.test.ts'],
    [
      ['a provider is still trusted when a person is linked', 'p.email_trusted AND ', ''],
      [
        'a link needs the proof that it was based on',
        '      if (!(await lockValidSignIn(tx, context, { accountId, basis }))) return undefined\n',
        '      void lockValidSignIn\n',
      ],
    ],
  ),
  ...mutantsOf(
    `${from}/artifacts/sign-in-basis.ts`,
    ['services/auth/test/pending/pending.test.ts'],
    [
      ['a revocation of all sign-ins ends a pending sign-in', ' AND t.revocations = v.revocations', ''],
      ['a pending sign-in with a password needs the password login', ' AND o.password_login', ''],
      ['a pending sign-in through a provider needs an enabled provider', 'v.federated AND EXISTS', 'EXISTS'],
      [
        'a pending sign-in ends when its link is replaced',
        ' AND extract(epoch FROM d.linked_at)::text = v.linked',
        '',
      ],
      ['a pending sign-in of a new account needs a provider that opens accounts', ' AND ${opensWhileOn}', ''],
    ],
  ),
  ...mutantsOf(
    'packages/federation/src/correlation.ts',
    ['packages/federation/test/correlation.test.ts'],
    [
      [
        'an address that is stated as unverified finds no person of a directory',
        'isAddress && isStatedUnproven(kind, signed)',
        'isAddress && false',
      ],
      ['a claim that repeats the address counts as an address', ' || isSame(value, signed.email)', ''],
      ['the address claim of a provider counts as an address', ' || claim === emailClaim', ''],
    ],
  ),
  ...mutantsOf(
    `${from}/sign-in/next-step.ts`,
    [`${tests}/proofs.test.ts`],
    [
      [
        'a link needs the second factor of the account',
        'upstream === undefined || links',
        'upstream === undefined',
      ],
    ],
  ),
  ...mutantsOf(
    `${from}/federation/backchannel-logout.ts`,
    [`${tests}/sign-out.test.ts`],
    [
      [
        'a logout token is accepted once',
        '    if (!(await isNewToken(provider, logout.issuer, logout.jti, logout.until))) throw new LogoutRefused()\n',
        '    void isNewToken\n',
      ],
    ],
  ),
  ...mutantsOf(
    `${from}/federation/logout-token.ts`,
    [`${tests}/sign-out.test.ts`],
    [['an ID token is not accepted as a logout token', '    nonce: z.undefined().optional(),\n', '']],
  ),
  ...mutantsOf(
    `${from}/federation/own-identities.ts`,
    [`${tests}/own-identities.test.ts`],
    [['the only sign-in method cannot be removed', '!own || own.isOnlySignInMethod', '!own']],
  ),
]
