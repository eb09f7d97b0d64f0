import { byCase, byTest, type Evidence, notRun } from './evidence.ts'

/** The reason is given for goals whose load or duration no laboratory here can produce. */
export const goals: Readonly<Record<string, readonly Evidence[]>> = {
  '1 load of the mixture': [
    notRun('npm run bench measures the mixture; ten minutes with 100,000 users need a separate machine'),
  ],
  '2 rates of each kind': [notRun('npm run bench measures them')],
  '3 ten times the load': [notRun('needs a machine of its own')],
  '4 soak': [
    byTest('infra/test/memory.ts', 'measures every service at rest'),
    notRun('two hours and the slope of ten minutes; half an hour was measured, see the README'),
  ],
  '5 crash safety': [
    byCase('kill-admin-api'),
    byCase('kill-postgres'),
    byTest('services/admin-api/test/kill.test.ts', 'repeated kill -9 during changes'),
  ],
  '6 faults of the database': [
    byCase('kill-postgres'),
    byCase('cluster-kill-primary'),
    byCase('cluster-switchover'),
  ],
  '7 faults of messaging': [byCase('kill-nats'), byCase('wipe-nats')],
  '8 logout delivery': [byCase('dead-receivers')],
  '9 races': [
    byTest('services/admin-api/test/races/races.test.ts', 'the invariant holds on two replicas: $invariant'),
    byTest(
      'services/auth/test/tokens/redemption.test.ts',
      'times concurrently to two replicas is redeemed once, and its tokens are revoked by the repetitions',
    ),
  ],
  '10 tenant separation': [
    byTest(
      'services/admin-api/test/separation.test.ts',
      "another project's object below an own path is refused exactly like an unknown one",
    ),
    byTest(
      'packages/db/test/wall.test.ts',
      'a statement of one project sees the rows of the project, and the connection sees none afterwards',
    ),
  ],
  '11 truth table of rights': [
    byTest(
      'services/admin-api/test/laws.test.ts',
      'an object that the caller may not see is refused exactly like an unknown one',
    ),
  ],
  '12 bulk routes': [
    byTest(
      'services/admin-api/src/domains/users/state.test.ts',
      'a bulk operation returns a result for each id',
    ),
  ],
  '13 bad inputs': [
    byTest(
      'services/auth/test/fuzz/fuzz.test.ts',
      'malformed requests are rejected, cause no fault and change nothing',
    ),
  ],
  '14 forbidden addresses': [byTest('packages/http/test/egress.test.ts', 'forbidden addresses of names')],
  '15 throttle': [
    byTest(
      'services/auth/test/accounts/throttle.test.ts',
      'parallel guesses over two replicas verify no more than the cap, and the correct password is rejected afterwards',
    ),
  ],
  '16 enumeration and timing': [
    byTest(
      'services/auth/test/accounts/enumeration.test.ts',
      'the response and the number of hashed passwords are the same for an unknown address and for %s',
    ),
    byTest(
      'packages/secrets/test/password.test.ts',
      'verifyNothing returns false after the work of a verification',
    ),
  ],
  '17 secrets and audit': [
    byTest(
      'services/admin-api/test/laws.test.ts',
      'a change leaves one entry for each object, older than the change',
    ),
    byTest(
      'services/admin-api/src/consumers/fault-store.test.ts',
      'addresses and credentials are removed before a fault is stored',
    ),
  ],
  '18 browser': [
    byTest(
      'services/auth/test/pages/browser-walls.test.ts',
      'a form that %s signs no user in and grants no consent',
    ),
    byTest(
      'services/auth/test/pages/account-pages.test.ts',
      'stored text never becomes markup on the page %s, which loads nothing and has no inline styles',
    ),
  ],
  '19 agents': [
    byTest('services/mcp-gateway/test/planted.test.ts', 'an agent that obeys planted instructions'),
  ],
  '20 keys': [
    byCase('key-step'),
    byTest(
      'services/auth/test/issuers/keys.test.ts',
      'JWTs of both replicas verify while signers are replaced under load, and later requests use the new key',
    ),
  ],
  '21 migrations': [
    byTest(
      'packages/db/test/migrate.test.ts',
      'a migrator killed repeatedly at statement boundaries converges to the same schema',
    ),
  ],
  '22 rolling restarts': [byCase('rolling-restart')],
  '23 full disk and clocks': [byCase('full-disk'), byCase('wrong-clock')],
  '24 conformance': [
    byTest(
      'services/auth/test/service/conformance.test.ts',
      'every test named in the table of conformance modules exists, and every other module has a reason',
    ),
  ],
  '25 dependencies': [notRun('npm run sbom lists them; builds are not compared here')],
}
