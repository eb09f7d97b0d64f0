import { mutantsOf } from './mutant.ts'

const from = 'services/auth/src'
const tests = 'services/auth/test/federation'

/** Signing in through upstream providers: whose answer it is, whose account, and what ends. */
export const federation = [
  ...mutantsOf(
    `${from}/federation/answer.ts`,
    [`${tests}/hostile.test.ts`],
    [
      [
        'that an answer is of the browser that left',
        '  if (!isMarked(context, ctx, transaction.browserDigest))\n',
        '  if (void isMarked)\n',
      ],
      [
        'that the signature of an ID token is looked at',
        '  await verifySignature(tokens.id_token, upstreams.keys.at(keysAddress))\n',
        '  void verifySignature\n',
      ],
    ],
  ),
  ...mutantsOf(
    `${from}/federation/callback.ts`,
    [`${tests}/hostile.test.ts`],
    [['that an answer is taken once', '  if (isFirst) await keepProgress(', '  await keepProgress(']],
  ),
  ...mutantsOf(
    `${from}/federation/resolve-account.ts`,
    [`${tests}/accounts.test.ts`],
    [
      [
        'that a subject is of its issuer',
        'sql`d.issuer = ${issuer} AND d.subject = ${subject}`',
        'sql`d.subject = ${subject}`',
      ],
    ],
  ),
  ...mutantsOf(
    'packages/federation/src/linking.ts',
    [`${tests}/addresses.test.ts`],
    [
      ['that an address nobody proved joins nobody', 'holder.emailVerified && ', ''],
      ['that a provider is trusted with addresses', '!facts.person.emailProven || ', ''],
      ['that a directory keeps its accounts', 'holder.managedElsewhere || ', ''],
      [
        'that an administrator proves the account',
        '!facts.isAdministrators && ',
        '',
        `${tests}/accounts.test.ts`,
      ],
      [
        'that domains are allowed',
        "  if (!isDomainAllowed(facts)) return refuse('domain_not_allowed')\n",
        '  void isDomainAllowed\n',
        `${tests}/accounts.test.ts`,
      ],
    ],
  ),
  ...mutantsOf(
    `${from}/federation/prove-account.ts`,
    [`${tests}/proofs.test.ts`],
    [
      [
        'that who takes an account over takes its password away',
        'password_hash = NULL, password_set_at = NULL, ',
        '',
      ],
    ],
  ),
  ...mutantsOf(
    `${from}/interactions/next-step.ts`,
    [`${tests}/proofs.test.ts`],
    [
      [
        'that a link needs the second factor of the account',
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
        'that a logout token is taken once',
        '    if (!(await isNewToken(provider, logout.issuer, logout.jti, logout.until))) throw new LogoutRefused()\n',
        '    void isNewToken\n',
      ],
    ],
  ),
  ...mutantsOf(
    `${from}/federation/logout-token.ts`,
    [`${tests}/sign-out.test.ts`],
    [['that an ID token is no logout token', '    nonce: z.undefined().optional(),\n', '']],
  ),
  ...mutantsOf(
    `${from}/federation/own-identities.ts`,
    [`${tests}/own-identities.test.ts`],
    [['that the only way in stays', '!own || own.onlyWayIn', '!own']],
  ),
]
