import { byCase, byTest, type Evidence } from './evidence.ts'

/** What a trial in the way of production found, each with what would find it again. */
export const findings: Readonly<Record<string, readonly Evidence[]>> = {
  '1 db:setup on PostgreSQL 15': [
    byTest('packages/db/test/setup.test.ts', 'db:setup alone makes an empty database ready'),
    byTest('infra/local/test-steps.ts', 'packages/db/test/setup.test.ts'),
  ],
  '2 two consumers of one work queue': [
    byCase('wipe-nats'),
    byTest(
      'services/admin-api/src/consumers/fault-streams.test.ts',
      'every fault is counted once and no warning repeats over ten wipes of the NATS store with two replicas',
    ),
  ],
  '3 ready says little': [
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
    byTest('packages/events/test/credentials.test.ts', 'over TLS by an authority of one’s own'),
    byTest('packages/events/test/credentials.test.ts', 'a refusal is said once, as a warning'),
  ],
  '5 keys cannot be removed': [
    byCase('key-step'),
    byTest('packages/db/test/reseal.test.ts', 'operations 5: after keys:reseal nothing needs the old key'),
  ],
  '6 no request log': [
    byTest(
      'services/auth/test/service/request-log.test.ts',
      'operations 6: a token request says which application',
    ),
    byTest(
      'packages/http/test/request-log.test.ts',
      'operations 6: a trace goes on in the service that is called',
    ),
  ],
  '7 no metrics': [
    byTest(
      'infra/test/monitoring.test.ts',
      'operations 7: alerts and dashboard ask for metrics that there are',
    ),
  ],
  '8 SIGTERM closes at once': [
    byCase('rolling-restart'),
    byTest('packages/http/test/drain.test.ts', 'R26: a stopping service says that it is not ready'),
  ],
  '9 what was revoked works after a restore': [
    byCase('restore-backup'),
    byTest(
      'services/operator/test/after-restore.test.ts',
      'nothing that was issued before a restore is valid again',
    ),
  ],
  '10 waits add up': [
    byCase('locked-table'),
    byCase('slow-network'),
    byTest('packages/db/test/deadline.test.ts', 'operations 10: waits for locks do not add up'),
  ],
  '11 silent connections': [
    byTest('packages/http/test/slow-clients.test.ts', 'operations 11: a connection on which nothing is said'),
    byTest('services/auth/test/service/large-bodies.test.ts', 'R24: at %s'),
  ],
  '12 one role owns everything': [
    byTest(
      'packages/db/test/wall.test.ts',
      'row-level security protects every table with a project, except tables shared by all projects',
    ),
    byTest('packages/db/test/setup.test.ts', 'T40, R5: an audit entry can be added but neither changed'),
  ],
  '13 upstream sessions are not swept': [
    byTest('services/auth/test/service/sweep.test.ts', 'every table whose rows expire is swept'),
  ],
  '14 an old replica restarts after a migration': [
    byTest('packages/db/test/newer-schema.test.ts', 'operations 14: a release starts on a newer schema'),
  ],
  '15 undocumented configuration': [
    byTest('infra/test/configuration.test.ts', 'operations 15: every variable says what it is'),
  ],
}
