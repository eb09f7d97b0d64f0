import { byCase, byTest, type Evidence } from './evidence.ts'

/** Each finding of a production trial has the test that would detect it again. */
export const findings: Readonly<Record<string, readonly Evidence[]>> = {
  '1 db:setup on PostgreSQL 15': [
    byTest(
      'packages/db/test/setup.test.ts',
      'db:setup prepares an empty database, prints the token once, and changes nothing when repeated',
    ),
    byTest('infra/local/test-steps.ts', 'packages/db/test/setup.test.ts'),
  ],
  '2 two consumers of one work queue': [
    byCase('wipe-nats'),
    byTest(
      'services/admin-api/src/consumers/fault-streams.test.ts',
      'every fault is counted once and no warning repeats over wipes of the NATS store with two replicas',
    ),
  ],
  '3 the readiness check is incomplete': [
    byCase('wrong-clock'),
    byCase('cut-network'),
    byTest(
      'packages/db/test/ready.test.ts',
      'the key ids of stored secrets that are not configured are named, and the service does not start',
    ),
    byTest(
      'packages/db/test/ready.test.ts',
      'a database that rejects writes, as a standby does, is not ready',
    ),
  ],
  '4 NATS with credentials and TLS': [
    byTest(
      'packages/events/test/credentials.test.ts',
      'a service connects over TLS with a private authority and a client certificate',
    ),
    byTest(
      'packages/events/test/credentials.test.ts',
      'a rejected connection is logged once, as a warning, with the server’s reason',
    ),
  ],
  '5 keys cannot be removed': [
    byCase('key-step'),
    byTest(
      'packages/db/test/reseal.test.ts',
      'nothing needs the old key after keys:reseal, every secret can be decrypted, and versions stay unchanged',
    ),
  ],
  '6 no request log': [
    byTest(
      'services/auth/test/service/request-log.test.ts',
      'the log line of a token request names project, application and, after a rejection, the error',
    ),
    byTest(
      'packages/http/test/request-log.test.ts',
      'a trace continues in the called service, and begins here without an incoming one',
    ),
  ],
  '7 no metrics': [byTest('infra/test/monitoring.test.ts', 'alerts and dashboard use only existing metrics')],
  '8 SIGTERM closes immediately': [
    byCase('rolling-restart'),
    byTest(
      'packages/http/test/drain.test.ts',
      'a stopping service reports that it is not ready, serves requests, and closes connections after their response',
    ),
  ],
  '9 revoked tokens work after a restore': [
    byCase('restore-backup'),
    byTest(
      'services/operator/test/after-restore.test.ts',
      'nothing that was issued before a restore is valid again',
    ),
  ],
  '10 waits add up': [
    byCase('locked-table'),
    byCase('slow-network'),
    byTest(
      'packages/db/test/deadline.test.ts',
      'successive waits for locks end at the deadline of the request, and nothing is written after it',
    ),
  ],
  '11 silent connections': [
    byTest(
      'packages/http/test/slow-clients.test.ts',
      'a connection without data, or whose head never ends, is closed',
    ),
    byTest(
      'services/auth/test/service/large-bodies.test.ts',
      'a body that is too large is rejected with 413 at $path, with and without a declared length',
    ),
  ],
  '12 one role owns everything': [
    byTest(
      'packages/db/test/wall.test.ts',
      'row-level security protects every table with a project, except tables shared by all projects',
    ),
    byTest(
      'packages/db/test/setup.test.ts',
      'an audit entry can be inserted but not changed, deleted or truncated, even by a superuser',
    ),
  ],
  '13 upstream sessions are not swept': [
    byTest(
      'services/auth/test/service/sweep.test.ts',
      'every table whose rows expire is swept or has a reason to keep them',
    ),
  ],
  '14 an old replica restarts after a migration': [
    byTest(
      'packages/db/test/newer-schema.test.ts',
      'a release starts on a newer schema only when every newer migration allows the release',
    ),
  ],
  '15 undocumented configuration': [
    byTest('infra/test/configuration.test.ts', 'every variable has a description'),
  ],
}
