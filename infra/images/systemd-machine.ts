import { execFile, execFileSync, spawn } from 'node:child_process'
import { existsSync, mkdirSync, openSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { promisify } from 'node:util'
import { root } from '../local/repository.ts'

const packages = [
  ...['systemd', 'systemd-sysv', 'dbus', 'libnss-systemd', 'procps', 'iproute2', 'ca-certificates'],
  ...['haproxy', 'nats-server', 'postgresql'],
]

const addresses = { host: '10.254.33.1', machine: '10.254.33.2' }

export interface Machine {
  readonly address: string
  /**
   * Runs as root and returns the output.
   * @throws Error when the script fails
   */
  run(script: string): string
  start(script: string): Promise<string>
  close(): Promise<void>
}

/**
 * Boots a copy in memory of a Debian that is made once. Needs root, debootstrap and systemd-nspawn (Debian: apt-get install debootstrap
 * systemd-container).
 * @param folder that the machine sees as /host
 */
export async function bootMachine(folder: string): Promise<Machine> {
  const debian = process.env.SIGNET_SYSTEMD_ROOT ?? join(root, '.local/systemd-root')
  if (!existsSync(join(debian, 'etc/debian_version'))) {
    mkdirSync(debian, { recursive: true })
    execFileSync(
      'debootstrap',
      ['--variant=minbase', `--include=${packages.join(',')}`, 'bookworm', debian],
      { stdio: ['ignore', 'ignore', 'inherit'] },
    )
  }
  const name = `signet${process.pid}`
  const log = openSync(join(folder, 'machine.log'), 'w')
  const child = spawn(
    'systemd-nspawn',
    [
      ...['--quiet', '--register=no', '--keep-unit', '--boot', '--volatile=overlay', '--console=pipe'],
      ...[`--machine=${name}`, '--network-veth', `--bind=${folder}:/host`, '--directory', debian],
    ],
    { stdio: ['ignore', log, log] },
  )
  const init = await initOf(child.pid ?? 0)
  const inside = ['--target', String(init), '--mount', '--uts', '--ipc', '--net', '--pid', '/bin/sh', '-euc']
  const env = { PATH: '/usr/sbin:/usr/bin:/sbin:/bin', LANG: 'C.UTF-8' }
  const run = (script: string): string =>
    execFileSync('nsenter', [...inside, script], { stdio: ['ignore', 'pipe', 'inherit'], env }).toString()
  await untilBooted(run)
  run(`ip address add ${addresses.machine}/30 dev host0; ip link set host0 up`)
  const veth = `ve-${name}`
  execFileSync('ip', ['address', 'add', `${addresses.host}/30`, 'dev', veth])
  execFileSync('ip', ['link', 'set', veth, 'up'])
  return {
    address: addresses.machine,
    run,
    start: async (script) => (await promisify(execFile)('nsenter', [...inside, script], { env })).stdout,
    async close() {
      child.kill('SIGTERM')
      await new Promise((resolve) => child.once('exit', resolve))
    },
  }
}

/** Id of the machine's process 1, as this machine sees it. */
async function initOf(parent: number): Promise<number> {
  for (let tries = 0; tries < 100; tries += 1) {
    const children = readdirSync('/proc').filter((name) => /^\d+$/.test(name) && parentOf(name) === parent)
    if (children[0]) return Number(children[0])
    await pause(100)
  }
  throw new Error('systemd-nspawn started no system: the reason is in machine.log.')
}

function parentOf(pid: string): number {
  try {
    return Number(/^PPid:\s+(\d+)$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1])
  } catch {
    return 0
  }
}

async function untilBooted(run: Machine['run']): Promise<void> {
  for (let tries = 0; tries < 120; tries += 1) {
    try {
      if (/running|degraded/.test(run('systemctl is-system-running || true'))) return
    } catch {
      // systemd has not opened its socket.
    }
    await pause(250)
  }
  throw new Error('systemd did not finish booting within 30 s.')
}
