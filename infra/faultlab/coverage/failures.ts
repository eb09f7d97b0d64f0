import { byCase, byTest, type Evidence, notRun } from './evidence.ts'

export const failureModel: Readonly<Record<string, readonly Evidence[]>> = {
  '1 PostgreSQL dies': [
    byCase('kill-postgres'),
    byTest(
      'packages/db/test/database.test.ts',
      'a killed PostgreSQL ends running statements in Unavailable, and the process survives',
    ),
  ],
  '2 PostgreSQL is slow': [
    byCase('locked-table'),
    byCase('exhausted-connections'),
    byCase('slow-network'),
    byCase('cut-network'),
    byCase('cluster-kill-database-proxy'),
  ],
  '3 failover to a standby': [
    byCase('cluster-switchover'),
    byCase('cluster-kill-primary'),
    byCase('cluster-silent-primary'),
    byCase('cluster-hung-patroni'),
    byCase('cluster-returned-primary'),
    byCase('cluster-partition'),
    byTest(
      'packages/db/test/database.test.ts',
      'a connection to a standby is rejected for statements and Prisma, also after a primary became the standby',
    ),
    byTest(
      'packages/events/test/inbox.test.ts',
      'a mark that can be read while no standby has it counts only once a standby has it',
    ),
  ],
  '4 NATS is down': [
    byCase('kill-nats'),
    byCase('cut-nats'),
    byCase('cluster-kill-nats-leader'),
    byCase('cluster-silent-nats-leader'),
    byTest(
      'packages/events/test/events.test.ts',
      'every event arrives and has one effect when NATS is killed and restarted twice',
    ),
  ],
  '5 the store of NATS is gone': [
    byCase('wipe-nats'),
    byTest(
      'services/admin-api/src/consumers/fault-streams.test.ts',
      'every fault is counted once and no warning repeats over wipes of the NATS store with two replicas',
    ),
  ],
  '6 the mail server fails': [byTest('packages/mail/test/mailer.test.ts', 'failing mail servers')],
  '7 a logout receiver hangs': [
    byCase('dead-receivers'),
    byTest(
      'services/auth/test/logout/logout.test.ts',
      'a sign-out does not wait for an application that hangs, and the other applications are notified',
    ),
  ],
  '8 a logout receiver is away for a day': [
    byCase('dead-receivers'),
    byTest(
      'services/auth/test/logout/logout-retries.test.ts',
      'a notice is abandoned after a day without success, and the fault is recorded',
    ),
  ],
  '9 races on two replicas': [
    byTest('services/admin-api/test/races/races.test.ts', 'the invariant holds on two replicas: $invariant'),
  ],
  '10 a migration is killed half-way': [
    byTest(
      'packages/db/test/migrate.test.ts',
      'a migrator killed repeatedly at statement boundaries converges to the same schema',
    ),
  ],
  '11 a clock is wrong': [
    byCase('wrong-clock'),
    byTest('packages/db/test/ready.test.ts', 'a database whose clock differs by five seconds is not ready'),
  ],
  '12 a disk is full': [
    byCase('full-disk'),
    byTest(
      'packages/runtime/test/log-stream.test.ts',
      'lines that a full disk rejects are dropped and counted, and later lines are written again',
    ),
  ],
  '13 kill -9 between entry and change': [
    byCase('kill-auth'),
    byCase('kill-admin-api'),
    byCase('kill-scim'),
    byCase('kill-mcp-gateway'),
    byTest('services/admin-api/test/kill.test.ts', 'repeated kill -9 during changes'),
  ],
  '14 ten times the load': [
    byTest(
      'packages/secrets/test/password.test.ts',
      'a job beyond the queue is rejected immediately, and the accepted ones complete',
    ),
    notRun('load of ten times the goal needs a machine of its own'),
  ],
  '15 restarts and stopped replicas': [byCase('rolling-restart'), byCase('pause-replica')],
  '16 a replica with a stale cache': [
    byTest(
      'services/auth/test/issuers/keys.test.ts',
      'a revoked key is published by no replica on the next request',
    ),
    byTest(
      'services/auth/test/issuers/versions.test.ts',
      'a decision always uses a version read after its request, however recent an earlier read is',
    ),
  ],
  '17 a backup is restored, a key is missing': [
    byCase('restore-backup'),
    byCase('key-step'),
    byTest(
      'packages/secrets/test/vault.test.ts',
      'a missing key is reported with its id, and not as a broken seal',
    ),
  ],
  '18 poison events and storms of errors': [
    byTest(
      'packages/events/test/events.test.ts',
      'an event that always fails is abandoned after its attempts, reported once, and blocks no other event',
    ),
    byTest(
      'services/admin-api/src/consumers/fault-store.test.ts',
      'equal faults with different messages are one record with an exact count',
    ),
  ],
}
