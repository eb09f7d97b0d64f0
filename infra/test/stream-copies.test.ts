import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { connectNats } from '@signet/events'
import { expect, onTestFinished, test, vi } from 'vitest'
import { startNatsCluster } from '../faultlab/cluster/nats.ts'

const streams = ['AUDIT', 'LOGOUT', 'CIBA', 'FAULTS'] as const

test('streams get SIGNET_NATS_REPLICAS copies, also after a change, and keep them without the variable', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'signet-streams-'))
  const cluster = await startNatsCluster(folder)
  onTestFinished(async () => {
    await cluster.stop()
    rmSync(folder, { recursive: true, force: true })
  })
  const copiesAfter = async (replicas: number | undefined): Promise<number[]> => {
    const nats = connectNats({ url: cluster.url, name: 'test', replicas })
    await nats.connected(AbortSignal.timeout(10_000)).finally(() => nats.close())
    return Promise.all(streams.map(async (stream) => (await cluster.leader(stream)).copies))
  }
  // The three servers elect a leader before they create streams.
  await vi.waitFor(async () => expect(await copiesAfter(undefined)).toEqual([1, 1, 1, 1]), 20_000)
  await vi.waitFor(async () => expect(await copiesAfter(3)).toEqual([3, 3, 3, 3]), 20_000)
  expect(await copiesAfter(undefined)).toEqual([3, 3, 3, 3])
})
