import { mutantsOf } from './mutant.ts'

const admin = 'services/admin-api'
const laws = [`${admin}/test/laws.test.ts`]

/** Mutants of console sessions, and of tokens of agents and their proofs. */
export const credentials = [
  ...mutantsOf(
    `${admin}/src/authn/console-session.ts`,
    [`${admin}/test/console-session.test.ts`, `${admin}/test/session-life.test.ts`],
    [
      [
        'the console’s idle hour',
        's.last_seen_at > now() - make_interval(secs => ${idleSeconds}) AND',
        '${idleSeconds}::int > 0 AND',
      ],
      ['the console’s absolute end', 's.expires_at > now() AND s.last_seen_at', 's.last_seen_at'],
      [
        'that a console session ends with its sign-in',
        ' AND ${issuerSessionStands}`',
        ' AND (true OR ${issuerSessionStands})`',
      ],
      [
        'that signing out of the console ends the sign-in',
        '    if (sessionUid !== null)\n',
        '    if (sessionUid === undefined)\n',
      ],
      [
        'that a second sign-in ends the first',
        '  if (previous) await',
        '  if (previous === undefined) await',
      ],
      [
        'that an unsafe request comes from the console',
        "  if (!isOwn || (site !== undefined && site !== 'same-origin')) refuse('wrong_origin')\n",
        '  void isOwn\n',
        ...laws,
        `${admin}/test/bad-input.test.ts`,
      ],
      [
        'that a locked administrator is refused',
        'WHERE a.active AND a.locked_at IS NULL`)\n  if (!row) return null\n  const { activeTeamId',
        'WHERE a.active`)\n  if (!row) return null\n  const { activeTeamId',
        `${admin}/test/session-life.test.ts`,
      ],
    ],
  ),
  ...mutantsOf(
    `${admin}/src/authn/bearer.ts`,
    [`${admin}/src/authn`],
    [
      ['that a cached token expires', ' && cached.expiresAt > Date.now())', ')'],
      ['that a revoked key ends cached tokens', 'cached?.keysVersion === version && ', 'cached && '],
      [
        'that a token needs its grant',
        '  if (!entry.granted)',
        '  if (entry.granted === null)',
        `${admin}/test/session-life.test.ts`,
      ],
      [
        'that an agent client must be permitted',
        "  if (!entry) refuse('unauthenticated', { detail: 'This agent client is not permitted.' })\n",
        '  if (!entry) return null as never\n',
        `${admin}/src/domains/agents`,
        `${admin}/test/session-life.test.ts`,
      ],
      [
        'that an agent that must hold a key holds one',
        "  else if (entry.keyProof === 'dpop' || presented.scheme === 'dpop')",
        '  else if (presented.scheme === null as never)',
      ],
    ],
  ),
  ...mutantsOf(
    `${admin}/src/authn/proof.ts`,
    [`${admin}/src/authn`],
    [
      [
        'that a proof is used once',
        '  if (!payload.jti || !(await isFirstUse(deps, `${thumbprint} ${payload.jti}`, 2 * freshSeconds)))',
        '  if (!payload.jti || !isFirstUse)',
      ],
      [
        'that a proof is for its method and address',
        "  if (!isFor(deps, presented, payload)) refuseProof('came with a proof for another request')\n",
        '  void isFor\n',
      ],
      [
        'that a proof is for its token',
        "  if (!sameDigest(String(payload.ath ?? ''), digest(token))) refuseProof('is not the one the proof is for')\n",
        '',
      ],
      [
        'that a proof is fresh',
        "  if (seconds > freshSeconds) refuseProof('came with a proof that is not fresh')\n",
        '  void seconds\n',
      ],
      [
        'that a proof is by the bound key',
        '  if (!jwk || !sameDigest(await calculateJwkThumbprint(jwk), thumbprint))',
        '  if (!jwk)',
      ],
    ],
  ),
  ...mutantsOf(
    `${admin}/src/authn/call-ticket.ts`,
    [`${admin}/src/authn`],
    [
      [
        'that a call ticket is used once',
        '    (await isFirstUse(deps, `call ticket ${ticket.id}`, 2 * ticketSeconds))',
        '    Boolean(isFirstUse)',
      ],
      ['that a call ticket is of its token', '    sameDigest(ticket.tokenDigest, digest(token)) &&\n', ''],
    ],
  ),
]
