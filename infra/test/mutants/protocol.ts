import { mutantsOf } from './mutant.ts'

const auth = 'services/auth'
const redemption = [`${auth}/test/tokens/redemption.test.ts`, `${auth}/test/tokens/one-time.test.ts`]

const interleaved = [`${auth}/test/races/interleaved.test.ts`]

export const protocol = [
  ...mutantsOf(`${auth}/src/consent/earlier-consent.ts`, interleaved, [
    [
      'a consent from another browser still exists when it is used',
      "  requestState()?.writes.add({ do: 'require', model: 'Grant', id: row.id })\n",
      '  requestState()\n',
    ],
  ]),
  ...mutantsOf(`${auth}/src/pages/requests/handler.ts`, interleaved, [
    ['the person who allows a backchannel request is still signed in', '  await session.persist()\n', ''],
  ]),
  ...mutantsOf('packages/sessions/src/sign-ins.ts', interleaved, [
    [
      'an application is removed after the running sign-ins',
      '  await lockSessions(tx, projectId, accountId)\n',
      '  void lockSessions\n',
    ],
  ]),
  ...mutantsOf('packages/sessions/src/project-sessions.ts', interleaved, [
    [
      'a token of one address is not valid at the next address',
      'SET id = gen_random_uuid()::text WHERE',
      'SET id = id WHERE',
    ],
  ]),
  ...mutantsOf(
    `${auth}/src/agents/connection.ts`,
    [`${auth}/test/agents/open-connection.test.ts`],
    [
      [
        'an agent without a permission needs a redirect to the machine of the user',
        'isDynamic && isLocalRedirect(redirectUri)',
        'isDynamic',
      ],
      [
        'an entry of a consent permits local redirects only',
        'agent && (isLocal || !agent.isShared)',
        'agent',
      ],
      ['a declined client gets no entry by a consent', "  if (isDeclined) return { kind: 'declined' }\n", ''],
    ],
  ),
  ...mutantsOf(
    `${auth}/src/pages/consent/handler.ts`,
    [`${auth}/test/agents/open-connection.test.ts`],
    [
      [
        'a forged consent permits no agent',
        "  if (agent && !('agent' in agent)) return continueWith(progressOf(visit))\n",
        '',
      ],
    ],
  ),
  ...mutantsOf(`${auth}/src/artifacts/flush-text.ts`, redemption, [
    ['a code is redeemed once', 'AND (t.consumed_at IS NULL OR v.w > 0 AND', 'AND (true OR v.w > 0 AND'],
    ['a refresh without a window is not repeated', 'IS NULL OR v.w > 0 AND', 'IS NULL OR'],
    [
      'a refresh is repeated within its window only',
      ' AND t.consumed_at > now() - make_interval(secs => v.w))`',
      ')`',
    ],
    [
      'the writes of a lost redemption are not stored',
      "  const allowed = gated ? 'v.n IN (SELECT n FROM gate)' : 'true'",
      "  const allowed = gated ? 'v.n >= 0' : 'true'",
      `${auth}/test/service/batched.test.ts`,
    ],
    [
      'the first decision on a request is kept',
      ' AND t.payload = v.was\n      AND t.grant_id IS NULL',
      '\n      AND t.grant_id IS NULL',
      `${auth}/test/races/decisions.test.ts`,
    ],
  ]),
  ...mutantsOf(
    `${auth}/src/artifacts/sign-in-basis.ts`,
    [`${auth}/test/races/entering.test.ts`],
    [
      ['a sign-in needs an active account', '`t.active AND t.locked_at', '`t.locked_at'],
      ['a sign-in needs an account that is not locked', ' AND t.locked_at IS NULL AND', ' AND'],
      [
        'a sign-in needs the password it started with',
        'extract(epoch FROM t.password_set_at)::text IS NOT DISTINCT FROM v.at\n    AND EXISTS',
        'EXISTS',
      ],
    ],
  ),
  ...mutantsOf(
    `${auth}/src/request/artifact-adapter.ts`,
    [`${auth}/test/service/artifacts.test.ts`, `${auth}/test/device/device.test.ts`],
    [
      [
        'an artifact is found only in its project',
        'WHERE t.project_id = ${this.#projectId} AND ${raw',
        'WHERE ${this.#projectId}::text IS NOT NULL AND ${raw',
      ],
    ],
  ),
  ...mutantsOf(
    'packages/db/src/in-project.ts',
    ['packages/db/test/in-project.test.ts'],
    [
      [
        'a read is restricted to its project',
        "  if (!operation.startsWith('create')) forced.where = owned(given.where ?? {}, projectId)\n",
        '',
      ],
      [
        'a new row belongs to its project',
        "  if (operation.startsWith('create')) forced.data = owned(given.data, projectId)\n",
        '',
      ],
      [
        'an argument cannot name another project',
        '    if (value !== undefined && value !== projectId) throw new OtherProject(model, operation)\n',
        '    void OtherProject\n    void value\n',
      ],
    ],
  ),
  ...mutantsOf(
    'packages/events/src/outbox.ts',
    ['packages/events/test/outbox.test.ts'],
    [
      ['a repeated publication is delayed', '* 2 ^ least(attempts - 1, 10)', '* 0 ^ least(attempts - 1, 10)'],
      ['two relays take each row once', ' FOR UPDATE SKIP LOCKED', ''],
      [
        'an event that was not published is returned to the outbox',
        'SET published_at = NULL, attempts = attempts - 1',
        'SET attempts = attempts',
      ],
    ],
  ),
  ...mutantsOf(
    'packages/events/src/inbox.ts',
    ['packages/events/test/inbox.test.ts'],
    [
      ['an effect is applied once', '  return inserted === 1\n', '  return inserted >= 0\n'],
      ['an existing mark is written again', 'DO UPDATE SET at = i.at WHERE false', 'DO NOTHING'],
      ['a mark is written when it is read', 'UPDATE inbox SET at = at', 'SELECT FROM inbox'],
    ],
  ),
  ...mutantsOf(
    'packages/events/src/consume.ts',
    ['packages/events/test/repeats.test.ts'],
    [
      [
        'a repeated event waits until its mark is durable',
        '!processed || !(await keepsMark(database, name, eventId))',
        'void keepsMark, !processed',
      ],
    ],
  ),
  ...mutantsOf(
    'packages/db/src/wall/acting.ts',
    ['packages/db/test/wall.test.ts'],
    [['a connection acts under its role', 'rows[0]?.name !== role', 'rows.length === 0']],
  ),
  ...mutantsOf(
    'packages/db/src/primary-client.ts',
    ['packages/db/test/database.test.ts'],
    [
      [
        'a standby receives no statement',
        '      if (error || !this.#inHotStandby) return callback(error)\n',
        '      if (error || !this.#inHotStandby || this) return callback(error)\n',
      ],
    ],
  ),
  ...mutantsOf(
    `${auth}/src/http/rate-limits.ts`,
    [`${auth}/test/service/client-address.test.ts`],
    [
      [
        'failed calls of applications are limited',
        '    else if (status < 500 && ',
        '    else if (status < 400 && ',
      ],
      [
        'an application that succeeded is not rejected for the failures of others',
        '    const blocked = this.#known.has(client, address)\n',
        '    const blocked = this.#known.has(client, `${address}.`)\n',
      ],
      [
        'a call without a credential has the strict limit',
        '  if (!hasCredential && ',
        "  if (!hasCredential && url === '' && ",
      ],
    ],
  ),
  ...mutantsOf(
    `${auth}/src/http/endpoints.ts`,
    [`${auth}/test/pages/forged-forms.test.ts`],
    [
      [
        'that a form of another site confirms no code of a device',
        "through('device', 'own form', 'provider')",
        "through('device', 'provider')",
      ],
      [
        'that a form of another site ends no session',
        "through('own form', 'ended session', ",
        "through('ended session', ",
      ],
      [
        'that the sign-in to a device replaces another user of the browser',
        "through('device', 'account switch', 'provider')",
        "through('device', 'provider')",
        `${auth}/test/device/device.test.ts`,
      ],
    ],
  ),
  ...mutantsOf(
    `${auth}/src/provider/overrides.ts`,
    [`${auth}/test/tokens/one-time.test.ts`, `${auth}/test/clients/client-auth.test.ts`],
    [
      ['that an assertion is accepted once', '    insertOnce,\n', '    ...[insertOnce].slice(1),\n'],
      [
        'that a sign-out waits for no application',
        '    enqueueLogout,\n',
        '    ...[enqueueLogout].slice(1),\n',
        `${auth}/test/logout/logout.test.ts`,
      ],
    ],
  ),
  ...mutantsOf(
    `${auth}/src/artifacts/renewals.ts`,
    [`${auth}/test/races/cleared-authenticator.test.ts`],
    [['a detached session is not returned to its browser', " AND t.id NOT LIKE '${detachedPrefix}%'", '']],
  ),
  ...mutantsOf(
    'packages/http/src/rate-limit.ts',
    ['packages/http/test/rate-limit.test.ts', `${auth}/test/service/client-address.test.ts`],
    [
      [
        'requests beyond the allowance are delayed',
        '    if (window.count <= max) return 0\n',
        '    if (window.count >= 0) return 0\n',
      ],
      [
        'new addresses of a flood share one window',
        "|| this.#windows.size < maxTracked ? key : 'overflow'",
        "|| this.#windows.size >= 0 ? key : 'overflow'",
      ],
      [
        'a window ends',
        '    if (running && now - running.startedAt < lengthMs) return running\n',
        '    if (running) return running\n',
      ],
      ['an IPv6 network counts as one origin', '? networkOf(address) : address', '? address : address'],
    ],
  ),
  ...mutantsOf(
    `${auth}/src/issuers/project-logo.ts`,
    [`${auth}/test/pages/project-logo.test.ts`],
    [['an address of a logo has only one image', ' AND ${logoDigest} = ${digest}`', '`']],
  ),
  ...mutantsOf(
    `${auth}/src/issuers/dispatch.ts`,
    [`${auth}/test/issuers/spelling.test.ts`, `${auth}/test/issuers/spelling-law.test.ts`],
    [
      [
        'a malformed encoding is refused as malformed',
        "    if (problem) return sendPlain(request, response, problem === 'malformed' ? 'refused' : 'notFound')\n",
        '    void problem\n',
      ],
      [
        'an endpoint accepts only its methods',
        "if (endpoint?.methods.includes(request.method ?? '') && !target",
        'if (endpoint && !target',
      ],
    ],
  ),
  ...mutantsOf(
    'packages/secrets/src/vault.ts',
    ['packages/secrets/test/vault.test.ts'],
    [
      [
        'an envelope is bound to its row and column',
        '  Buffer.from(JSON.stringify([place.table, place.row, place.column]))',
        '  Buffer.from(JSON.stringify([place.table]))',
      ],
    ],
  ),
]
