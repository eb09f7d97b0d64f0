import { mutantsOf } from './mutant.ts'

const admin = 'services/admin-api'
const laws = [`${admin}/test/laws.test.ts`]

export const credentials = [
  ...mutantsOf(
    `${admin}/src/authn/console-session.ts`,
    [`${admin}/test/console-session.test.ts`, `${admin}/test/session-life.test.ts`],
    [
      [
        'a console session ends after an idle hour',
        's.last_seen_at > now() - make_interval(secs => ${idleSeconds}) AND',
        '${idleSeconds}::int > 0 AND',
      ],
      [
        'a console session has an absolute expiry',
        's.expires_at > now() AND s.last_seen_at',
        's.last_seen_at',
      ],
      [
        'a console session ends with its sign-in',
        ' AND ${issuerSessionStands}`',
        ' AND (true OR ${issuerSessionStands})`',
      ],
      [
        'signing out of the console ends the sign-in',
        '    if (sessionUid !== null)\n',
        '    if (sessionUid === undefined)\n',
      ],
      ['a second sign-in ends the first', '  if (previous) await', '  if (previous === undefined) await'],
      [
        'an unsafe request must come from the console',
        "  if (!isOwn || (site !== undefined && site !== 'same-origin')) refuse('wrong_origin')\n",
        '  void isOwn\n',
        ...laws,
        `${admin}/test/bad-input.test.ts`,
      ],
      [
        'a locked administrator is refused',
        'AND a.active AND a.locked_at IS NULL`)\n  if (!row) return null\n  const { activeTeamId',
        'AND a.active`)\n  if (!row) return null\n  const { activeTeamId',
        `${admin}/test/session-life.test.ts`,
      ],
    ],
  ),
  ...mutantsOf(
    `${admin}/src/authn/bearer.ts`,
    [`${admin}/src/authn`],
    [
      ['a cached token expires', ' && cached.expiresAt > Date.now())', ')'],
      ['a revoked key invalidates cached tokens', 'cached?.keysVersion === version && ', 'cached && '],
      [
        'a token needs its grant',
        '  if (!entry.granted)',
        '  if (entry.granted === null)',
        `${admin}/test/session-life.test.ts`,
      ],
      [
        'an agent client must be permitted',
        "  if (!entry) refuse('unauthenticated', { detail: 'This agent client is not permitted.' })\n",
        '  if (!entry) return null as never\n',
        `${admin}/src/domains/agents`,
        `${admin}/test/session-life.test.ts`,
      ],
      [
        'an agent that must prove a key cannot omit the proof',
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
        'a proof is used once',
        '  if (!payload.jti || !(await isFirstUse(deps, `${thumbprint} ${payload.jti}`, 2 * freshSeconds)))',
        '  if (!payload.jti || !isFirstUse)',
      ],
      [
        'a proof is valid only for its method and address',
        "  if (!isFor(deps, presented, payload)) refuseProof('came with a proof for another request')\n",
        '  void isFor\n',
      ],
      [
        'a proof is valid only for its token',
        "  if (!sameDigest(String(payload.ath ?? ''), digest(token))) refuseProof('is not the one the proof is for')\n",
        '',
      ],
      [
        'a proof must be fresh',
        "  if (seconds > freshSeconds) refuseProof('came with a proof that is not fresh')\n",
        '  void seconds\n',
      ],
      [
        'a proof is signed by the bound key',
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
        'a call ticket is used once',
        '    (await isFirstUse(deps, `call ticket ${ticket.id}`, 2 * ticketSeconds))',
        '    Boolean(isFirstUse)',
      ],
      [
        'a call ticket is valid only for its token',
        '    sameDigest(ticket.tokenDigest, digest(token)) &&\n',
        '',
      ],
    ],
  ),
]
