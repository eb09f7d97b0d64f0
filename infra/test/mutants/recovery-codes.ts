import { mutantsOf } from './mutant.ts'

const auth = 'services/auth/src'
const attacks = ['services/auth/test/accounts/recovery-code-attacks.test.ts']
const journeys = ['services/auth/test/accounts/recovery-codes.test.ts']

export const recoveryCodes = [
  ...mutantsOf('packages/accounts/src/recovery-codes.ts', journeys, [
    [
      'a code is accepted once',
      'SET digests = array_remove(r.digests, ${digest}::text)',
      'SET digests = r.digests',
    ],
    [
      'codes need a second factor',
      'AND (a.totp_enrolled_at IS NOT NULL OR EXISTS (\n        SELECT FROM passkeys k WHERE k.project_id = a.project_id AND k.account_id = a.id))',
      '',
    ],
    [
      'new codes end pending sign-ins',
      'if (stored === 0) return false\n  await endPendingSignIns(tx, projectId, accountId)',
      'if (stored === 0) return false',
    ],
    [
      'new codes replace the earlier ones',
      'SET key_sealed = EXCLUDED.key_sealed, digests = EXCLUDED.digests, created_at = EXCLUDED.created_at',
      'SET created_at = EXCLUDED.created_at',
    ],
  ]),
  ...mutantsOf(`${auth}/pages/own-recovery-codes/handler.ts`, journeys, [
    ['codes need a recent sign-in', ' || !(await hasJustSignedIn(visit, path))) return', ') return'],
  ]),
  ...mutantsOf(`${auth}/pages/recovery-code/handler.ts`, attacks, [
    [
      'a code is accepted only as the missing second factor',
      "missing === 'challenge' ?",
      'missing !== undefined ?',
    ],
    [
      'too many wrong codes delay the correct one',
      'if (attempt.wait > 0) return',
      'if (attempt.wait > 9_999) return',
    ],
  ]),
  ...mutantsOf(
    `${auth}/provider/sessions.ts`,
    ['services/auth/test/accounts/session-credentials.test.ts'],
    [
      [
        'a later sign-in replaces the credentials of the session',
        'this.presented = requireRequestState().presented',
        'this.presented ??= requireRequestState().presented',
      ],
    ],
  ),
  ...mutantsOf(`${auth}/sign-in/address-owner.ts`, attacks, [
    [
      'a recovery code proves no authenticator',
      "amr.includes('otp') && !recoveryCode",
      "amr.includes('otp')",
    ],
  ]),
]
