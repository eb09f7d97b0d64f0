import { existsSync } from 'node:fs'

export const programs = {
  patroni: '/usr/bin/patroni',
  etcd: '/usr/bin/etcd',
  haproxy: '/usr/sbin/haproxy',
  postgres: '/usr/lib/postgresql/15/bin/postgres',
} as const

export const postgresFolder = '/usr/lib/postgresql/15/bin'

export function missingPrograms(): string | undefined {
  const missing = Object.entries(programs).filter(([, file]) => !existsSync(file))
  return missing.length === 0
    ? undefined
    : `${missing.map(([name]) => name).join(', ')} is not installed (Debian 12: apt install patroni python3-etcd etcd-server haproxy postgresql-15).`
}
