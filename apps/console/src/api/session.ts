import { useSyncExternalStore } from 'react'

/**
 * Whether the session ended while the console was open. The person is told where they are, so that nothing they
 * typed is lost to a surprising redirect.
 */
let ended = false
const listeners = new Set<() => void>()

export function sessionEnded(): void {
  ended = true
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

export const useSessionEnded = (): boolean => useSyncExternalStore(subscribe, () => ended)
