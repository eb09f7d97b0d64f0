import { execFileSync } from 'node:child_process'
import { existsSync, rmSync, statfsSync } from 'node:fs'
import { join } from 'node:path'
import { failures } from '../checkers/recovery.ts'
import type { Replica } from '../stack/replica.ts'
import { during, type FaultCase, seconds } from './case.ts'

/** Installed by Debian's package faketime. */
const library = '/usr/lib/x86_64-linux-gnu/faketime/libfaketimeMT.so.1'

const offsets = ['+5m', '-5m', '+6s', '-6s', '+1h', '-1h', '+30d', '-30d'] as const

const wrongClock: FaultCase = {
  id: 'wrong-clock',
  title: 'a replica of auth with a wrong clock',
  isShort: true,
  mayFail: 'nothing',
  recoversWithinMs: 5_000,
  whyNot: () => (existsSync(library) ? undefined : 'libfaketime is not installed'),
  async inject(lab, pace) {
    const replica = lab.of('auth')[1] as Replica
    const problems: string[] = []
    const chosen = offsets.slice(0, pace.of(2, offsets.length))
    const window = await during(async () => {
      for (const offset of chosen) {
        await replica.stop()
        // The start is not awaited, because the replica never becomes ready.
        const starting = replica.start({ LD_PRELOAD: library, FAKETIME: offset }).catch(() => undefined)
        const text = await readiness(replica)
        if (!text.includes('"clock"')) problems.push(`${offset}: /ready returned ${text}`)
        replica.signal('SIGKILL')
        await starting
      }
      await replica.start()
    })
    return { window, figures: [`${chosen.join(', ')}: not ready`], problems }
  },
}

async function readiness({ port }: Replica): Promise<string> {
  for (let tries = 0; tries < 100; tries += 1) {
    const answer = await fetch(`http://127.0.0.1:${port}/ready`).catch(() => undefined)
    if (answer) return answer.text()
    await seconds(0.1)
  }
  return 'nothing'
}

const fullDisk: FaultCase = {
  id: 'full-disk',
  title: 'the disk of PostgreSQL full',
  isShort: true,
  mayFail: 'anything',
  recoversWithinMs: 10_000,
  whyNot: ({ backing }) => (backing.hasOwnDisk ? undefined : 'this machine lets us mount no disk of our own'),
  async inject(lab, pace) {
    const { folder } = lab.backing.postgres
    const filler = join(folder, 'filler')
    const length = pace.of(8, 30)
    let hasEnded = false
    const window = await during(async () => {
      const { bavail, bsize } = statfsSync(folder)
      execFileSync('fallocate', ['--length', String(bavail * bsize - 64 * 1024), filler])
      await seconds(length)
      rmSync(filler)
      hasEnded = !lab.backing.postgres.isRunning
      if (hasEnded) await lab.backing.postgres.start()
    })
    const documents = failures(lab.ledger, window).filter(({ kind }) => kind === 'document')
    const problems =
      documents.length > 0 ? [`${documents.length} requests for discovery and keys failed`] : []
    return {
      window,
      figures: [`full for ${length} s; PostgreSQL ${hasEnded ? 'was started again' : 'continued'}`],
      problems,
    }
  },
}

export const machineCases: readonly FaultCase[] = [wrongClock, fullDisk]
