import type { RequestListener } from 'node:http'
import { onTestFinished, vi } from 'vitest'
import { createEgress as createEgressAsServed } from '../../src/index.ts'
import { startListener } from './listener.ts'

export const createEgress = (options: Parameters<typeof createEgressAsServed>[0]) =>
  createEgressAsServed({ stepMs: 1, ...options })

/** Closed when the test ends. */
export async function listener(answer: RequestListener, options?: { secure: boolean }) {
  const server = await startListener(answer, options)
  onTestFinished(() => server.close())
  return server
}

export const answering = (...addresses: string[]) =>
  vi.fn(async () => addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 })))
