import type { SigningKeyPair } from '@signet/secrets'

export interface KeySupply {
  /** Returns keys that no other project has. */
  take(): Promise<readonly SigningKeyPair[]>
}

/** Key sets that are generated ahead. */
const most = 2

/** Time after the last new project. */
const idleMs = 1_000

/**
 * Generates key sets while no project is created: an RSA key takes 40 ms of a thread, four fifths of the creation of a project. The
 * private keys are in memory until a project stores them sealed.
 */
export function createKeySupply(generate: () => Promise<readonly SigningKeyPair[]>): KeySupply {
  const spare: (readonly SigningKeyPair[])[] = []
  const timer = setTimeout(() => void refill(), idleMs)
  timer.unref()
  async function refill(): Promise<void> {
    try {
      spare.push(await generate())
    } catch {
      // The next creation reports the error.
      return
    }
    if (spare.length < most) timer.refresh()
  }
  return {
    take() {
      timer.refresh()
      const keys = spare.shift()
      return keys ? Promise.resolve(keys) : generate()
    },
  }
}
