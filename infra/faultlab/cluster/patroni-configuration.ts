import { join } from 'node:path'
import type { NodeNetwork } from './node-network.ts'
import type { NodeOptions } from './patroni.ts'
import { postgresFolder } from './programs.ts'

interface Place extends NodeOptions {
  readonly name: string
  readonly home: string
  readonly port: number
  readonly apiPort: number
  /** Addresses at which this node and the others reach each other. */
  readonly seenAs: Pick<NodeNetwork, 'etcd' | 'port' | 'apiPort'>
}

/** JSON is valid YAML. */
export function configurationOf({ name, home, port, apiPort, password, seenAs }: Place): string {
  const parameters = {
    // Each abandoned change occupies a process of PostgreSQL that waits for a standby, until one is in sync.
    max_connections: 500,
    unix_socket_directories: home,
    wal_keep_size: '256MB',
    wal_log_hints: 'on',
  }
  return JSON.stringify({
    scope: 'signet',
    name,
    restapi: { listen: `127.0.0.1:${apiPort}`, connect_address: `127.0.0.1:${seenAs.apiPort}` },
    // Uses the older API: with the newer one, Patroni before 3.0.3 overwrites the leader's key without a check (decision 55). Without
    // use_proxies it would request the members from etcd and bypass this network.
    etcd: { hosts: seenAs.etcd, use_proxies: true },
    bootstrap: {
      // Acknowledges a change only when a second node has it, so that no acknowledged change is lost with the primary.
      dcs: {
        ttl: 20,
        loop_wait: 5,
        retry_timeout: 5,
        maximum_lag_on_failover: 1_048_576,
        synchronous_mode: true,
        synchronous_mode_strict: true,
        postgresql: { use_pg_rewind: true, parameters },
      },
      initdb: [{ encoding: 'UTF8' }, { locale: 'C' }, 'data-checksums'],
      pg_hba: [
        'host replication replicator 127.0.0.1/32 scram-sha-256',
        'host all all 127.0.0.1/32 scram-sha-256',
      ],
    },
    postgresql: {
      listen: `127.0.0.1:${port}`,
      connect_address: `127.0.0.1:${seenAs.port}`,
      data_dir: join(home, 'data'),
      bin_dir: postgresFolder,
      pgpass: join(home, 'pgpass'),
      authentication: {
        superuser: { username: 'signet', password },
        replication: { username: 'replicator', password },
        rewind: { username: 'rewinder', password },
      },
      parameters: { unix_socket_directories: home },
    },
  })
}
