import { useSyncExternalStore } from 'react'

/** True after the session ended while the console was open. The page reports it without a redirect, so that no input is lost. */
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
