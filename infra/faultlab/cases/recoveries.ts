import { newSecretKey } from '@signet/secrets'
import { now } from '../traffic/send.ts'
import { during, type FaultCase, type LocalLaboratory, seconds } from './case.ts'
import { command } from './command.ts'
import { restore } from './restore.ts'
import { restartOneByOne } from './services.ts'

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

/** keys:reseal exits with 1 while envelopes are left. */
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
