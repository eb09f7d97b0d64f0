import { execFileSync } from 'node:child_process'
import { copyFileSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { root } from '../local/repository.ts'
import { type Requests, signInAsStranger } from './first-use.ts'
import { underLoad } from './load.ts'
import { bootMachine, type Machine } from './systemd-machine.ts'

/**
 * `npm run systemd:test` installs the archive on a booted systemd while PostgreSQL is not running, signs in, upgrades to another
 * release, returns to the first one and installs the second one again, each under requests.
 */
const folder = mkdtempSync(join(tmpdir(), 'signet-systemd-'))

const database = `
systemctl start postgresql
until su postgres -c 'psql -qc "SELECT 1"' >/dev/null 2>&1; do sleep 0.2; done
su postgres -c "psql -q" <<SQL
CREATE ROLE signet LOGIN CREATEROLE PASSWORD 'of-the-owner';
CREATE DATABASE signet OWNER signet;
SQL`

/** All requests of the test come from one address. */
const withoutLimits = `
su postgres -c "psql -q signet" <<SQL
INSERT INTO settings (key, value) VALUES ('rateLimit.enabled', 'false'::jsonb);
UPDATE instance SET version = version + 1;
SQL`

const firstInstallation = `
systemctl disable --quiet --now haproxy nats-server postgresql
cd /tmp && tar xzf /host/one.tar.gz
./signet-one-*/install
printf 'postgresql://signet:of-the-owner@127.0.0.1:5432/signet' > /etc/signet/database-owner-url
chmod 600 /etc/signet/database-owner-url
sed -i 's#^SIGNET_BASE_URL=.*#SIGNET_BASE_URL=http://localhost:8080#; s#^SIGNET_PROXY_HOPS=.*#SIGNET_PROXY_HOPS=1#
  s#^SIGNET_EDGE_TRUSTED_PROXIES=.*#SIGNET_EDGE_TRUSTED_PROXIES=\\nSIGNET_EDGE_BIND=0.0.0.0:8080#' /etc/signet/environment
/opt/signet/current/install --start`

async function untilReady(machine: Machine): Promise<void> {
  const probe =
    'for port in 8081 8082 8083 8084 8085 8091 8092 8093 8094 8095; do PORT=$port /opt/signet/current/node /opt/signet/current/healthcheck.mjs 2>/dev/null || exit 0; done; echo ready'
  for (let tries = 0; tries < 120; tries += 1) {
    if (machine.run(probe).trim() === 'ready') return
    await pause(500)
  }
  throw new Error(`The services are not ready:\n${machine.run('journalctl -n 60 --no-pager')}`)
}

async function report(machine: Machine, script: string, requests: Requests): Promise<string> {
  const { sent, result } = await underLoad(requests, () => machine.start(script))
  return `${sent} requests, none failed. ${result.trim().split('\n').at(-1)}`
}

/** @throws Error when a service connects to PostgreSQL as another user than the one without tables */
function checkUser(machine: Machine): void {
  const query = "SELECT DISTINCT usename FROM pg_stat_activity WHERE application_name LIKE 'signet %'"
  const users = machine.run(`su postgres -c "psql -Atc \\"${query}\\" signet"`).trim()
  if (users !== 'signet_services') throw new Error(`The services connect as ${users}.`)
  console.log(`the services connect as ${users}`)
}

let machine: Machine | undefined
try {
  for (const version of ['one', 'two']) {
    execFileSync(process.execPath, [join(root, 'infra/images/archive.ts')], {
      env: { ...process.env, SIGNET_VERSION: version },
      stdio: ['ignore', 'ignore', 'inherit'],
    })
    const archive = `signet-${version}-${process.platform}-${process.arch}.tar.gz`
    copyFileSync(join(root, '.local', archive), join(folder, `${version}.tar.gz`))
  }
  machine = await bootMachine(folder)
  machine.run(firstInstallation)
  await pause(6_000)
  machine.run(database)
  await untilReady(machine)
  const warnings = machine.run(
    'journalctl -u signet-migrate --output cat | grep -c "PostgreSQL is not available" || true',
  )
  console.log(`installed before PostgreSQL was started; ${warnings.trim()} warning of the migration`)
  const setupToken =
    /setup-token: (\S+)/.exec(machine.run('journalctl -u signet-migrate --output cat'))?.[1] ?? ''
  const requests = await signInAsStranger({
    baseUrl: 'http://localhost:8080',
    setupToken,
    address: { host: machine.address, port: 8080 },
  })
  machine.run(withoutLimits)
  console.log('signed in')
  const upgrade = 'cd /tmp && tar xzf /host/two.tar.gz && ./signet-two-*/install'
  console.log(`upgraded: ${await report(machine, upgrade, requests)}`)
  const back = '/opt/signet/current/install --rollback'
  console.log(`rolled back: ${await report(machine, back, requests)}`)
  console.log(`upgraded again: ${await report(machine, upgrade, requests)}`)
  checkUser(machine)
  console.log(machine.run('/opt/signet/current/signet doctor'))
} finally {
  await machine?.close()
  rmSync(folder, { recursive: true, force: true })
}
