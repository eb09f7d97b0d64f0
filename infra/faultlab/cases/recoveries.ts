import { execFileSync } from 'node:child_process'
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { newSecretKey } from '@signet/secrets'
import { run } from '../../local/commands.ts'
import { root } from '../../local/repository.ts'
import { ledgerUntil } from '../ledger.ts'
import { now } from '../traffic/send.ts'
import { during, type FaultCase, type LocalLaboratory, seconds } from './case.ts'
import { restartOneByOne } from './services.ts'

/** Runs a command of the operator on the laboratory's instance. */
async function command(lab: LocalLaboratory, file: string): Promise<string> {
  const env = { ...lab.env, DATABASE_URL: lab.backing.adminUrl() }
  const { code, output } = await run(process.execPath, [join(root, file)], env)
  if (code !== 0) throw new Error(`${file}: ${output}`)
  return output
}

const data = (lab: LocalLaboratory): string => join(lab.backing.postgres.folder, 'data')

/** A copy of a stopped PostgreSQL, its owner and rights with it. */
const copyData = (from: string, to: string): void => {
  rmSync(to, { recursive: true, force: true })
  execFileSync('cp', ['-a', from, to])
}

const restore: FaultCase = {
  id: 'restore-backup',
  title: 'a backup restored, db:after-restore, and the services on it',
  isShort: false,
  mayFail: 'anything',
  recoversWithinMs: 30_000,
  async inject(lab) {
    const { postgres } = lab.backing
    const backup = `${data(lab)}.backup`
    let kept = 0
    const window = await during(async () => {
      await postgres.stop()
      copyData(data(lab), backup)
      kept = now()
      await postgres.start()
      // What is acknowledged from here on is lost with the restore, as it is told to whoever restores.
      await seconds(10)
      await Promise.all(lab.replicas.map((replica) => replica.stop()))
      await postgres.stop()
      copyData(backup, data(lab))
      rmSync(backup, { recursive: true })
      await postgres.start()
      await command(lab, 'services/operator/src/after-restore/command.ts')
      for (const service of ['auth', 'admin-api', 'scim', 'mcp-gateway'] as const)
        await Promise.all(lab.of(service).map((replica) => replica.start()))
      lab.cookie = await lab.signInAgain()
    })
    // Revocations and notices are of the world outside: they stay as they were.
    const { writes, captured } = ledgerUntil(lab.ledger, kept)
    Object.assign(lab.ledger, { writes, captured })
    return { window }
  },
}

const keyStep: FaultCase = {
  id: 'key-step',
  title: 'the secret key changed in the steps of its runbook, under traffic',
  isShort: false,
  mayFail: 'nothing',
  recoversWithinMs: 1_000,
  async inject(lab) {
    const old = lab.env.SIGNET_SECRET_KEYS ?? ''
    const next = newSecretKey(`lab${Math.round(now())}`)
    const window = await during(async () => {
      for (const keys of [`${old},${next}`, `${next},${old}`]) await changeKeys(lab, keys)
      await resealAll(lab)
      await changeKeys(lab, next)
    })
    return { window, figures: ['3 rounds of restarts'] }
  },
}

async function changeKeys(lab: LocalLaboratory, keys: string): Promise<void> {
  lab.env.SIGNET_SECRET_KEYS = keys
  await restartOneByOne(lab, lab.of('auth').length + lab.of('admin-api').length)
}

/** Exits with 1 while something is left. */
async function resealAll(lab: LocalLaboratory): Promise<void> {
  for (let tries = 0; ; tries += 1)
    try {
      return void (await command(lab, 'packages/db/src/cli/reseal.ts'))
    } catch (error) {
      if (tries > 20) throw error
      await seconds(1)
    }
}

export const recoveryCases: readonly FaultCase[] = [keyStep, restore]
