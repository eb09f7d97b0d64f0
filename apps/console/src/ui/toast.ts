interface ToastAction {
  readonly label: string
  readonly run: () => void
}

export interface Toast {
  readonly id: number
  readonly text: string
  readonly action?: ToastAction | undefined
}

let toasts: readonly Toast[] = []
let nextId = 0
const listeners = new Set<() => void>()

function publish(next: readonly Toast[]): void {
  toasts = next
  for (const listener of listeners) listener()
}

/** Replaces the previous confirmation. Failures are shown in their form instead. */
export const toast = (text: string, action?: ToastAction): void => publish([{ id: nextId++, text, action }])

export const dismiss = (id: number): void => publish(toasts.filter((each) => each.id !== id))

/** @returns the function that ends the subscription */
export function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Returns the shown messages. */
export const currentToasts = (): readonly Toast[] => toasts
