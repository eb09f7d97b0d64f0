import { mutantsOf } from './mutant.ts'

const projects = 'services/admin-api/src/domains/projects'
const moves = [`${projects}/move.test.ts`]
const published = ['services/auth/test/issuers/moved-project.test.ts']

export const movesBetweenInstances = [
  ...mutantsOf(`${projects}/move.ts`, moves, [
    ['no part is opened after the date of a move', ' AND keys_until > now()`)', '`)'],
    ['only public keys are published', "  checkKeySet('keys', set)\n", '  void checkKeySet\n'],
    ['keys are removed at their date', 'WHERE keys_until <= now() AND', 'WHERE false AND'],
    [
      'keys are published for at most a year',
      'until.getTime() <= Date.now() || until.getTime() > latest',
      'until.getTime() <= Date.now() || latest === 0',
    ],
  ]),
  ...mutantsOf(`${projects}/move-import.ts`, moves, [
    ['a checked part writes nothing', 'unchanged: checkOnly || (', 'unchanged: ('],
    ['an existing application is not changed', 'existing.has(clientId)\n', 'existing.has(`${clientId} `)\n'],
    [
      'no moved application gets the id of a user',
      'if (imported) await refuseTaken(tx.sql, within.project.id, clientId)',
      'void [imported, refuseTaken, clientId, tx]',
    ],
  ]),
  ...mutantsOf(`services/admin-api/src/domains/users/export.ts`, moves, [
    [
      'an archive is always encrypted',
      'if (applications && recipient === undefined)',
      'if (!applications && applications)',
    ],
  ]),
  ...mutantsOf('services/auth/src/issuers/build.ts', published, [
    ['an own key is never replaced', '!kids.has(kid)', 'kids.size > 0 || kid'],
  ]),
  ...mutantsOf('services/auth/src/issuers/load-project.ts', published, [
    [
      'keys of another issuer end at their date',
      'CASE WHEN m.keys_until > now() THEN',
      'CASE WHEN true THEN',
    ],
  ]),
  ...mutantsOf('services/auth/src/issuers/dispatch.ts', published, [
    [
      'a finished address serves only its keys',
      'if (issuer.project.move?.finished)',
      'if (issuer.project.move?.issuer === "")',
    ],
  ]),
  ...mutantsOf(
    'services/admin-api/src/user-imports/pace.ts',
    ['services/admin-api/src/user-imports/pace.test.ts'],
    [
      [
        'an import without other work has no pauses',
        'const excess = (share - ownShare) / (1 - ownShare)',
        'const excess = share + ownShare',
      ],
      [
        'an import pauses while processes wait',
        'Math.max(excess, 0) * elapsed',
        'Math.min(excess, 0) * elapsed',
      ],
      [
        'an import pauses without the measurement',
        'return elapsed * unmeasuredPause',
        'return elapsed * 0 * unmeasuredPause',
      ],
    ],
  ),
]
