import { mutantsOf } from './mutant.ts'

const from = 'services/auth/src'
const tests = 'services/auth/test/federation'

/** Mutants of sign-ins through upstream providers: the response, the account, and the end of a session. */
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
    ['services/auth/test/pending/pending.test.ts'],
    [
      ['that a provider is still trusted when a person is linked', 'p.email_trusted AND ', ''],
      [
        'that a link rests on what was proven',
        '      if (!(await lockStanding(tx, context, { accountId, basis }))) return undefined\n',
        '      void lockStanding\n',
      ],
    ],
  ),
  ...mutantsOf(
    `${from}/storage/sign-in-basis.ts`,
    ['services/auth/test/pending/pending.test.ts'],
    [
      ['that a sign-in ends with what ends every sign-in', ' AND t.revocations = v.revocations', ''],
      ['that passwords are on', ' AND o.password_login', ''],
      ['that providers are on', 'v.federated AND EXISTS', 'EXISTS'],
      ['that a link was not made again', ' AND extract(epoch FROM d.linked_at)::text = v.linked', ''],
      ['that a provider opens accounts', ' AND ${opensWhileOn}', ''],
    ],
  ),
  ...mutantsOf(
    'packages/federation/src/correlation.ts',
    ['packages/federation/test/correlation.test.ts'],
    [
      [
        "that a directory's address is not stated unverified",
        'isAddress && isStatedUnproven(kind, signed)',
        'isAddress && false',
      ],
      ['that another claim may repeat the address', ' || isSame(value, signed.email)', ''],
      ["that a provider's own claim is an address", ' || claim === emailClaim', ''],
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
