import { useSyncExternalStore } from 'react'

export const densities = ['compact', 'comfortable'] as const
export type Density = (typeof densities)[number]

export interface SavedView {
  readonly name: string
  readonly search: Readonly<Record<string, string>>
}

interface Preferences {
  readonly density: Density
  readonly columns: Readonly<Record<string, readonly string[]>>
  readonly views: Readonly<Record<string, readonly SavedView[]>>
}

/** Stored only in this browser. */
const storageKey = 'signet.lists'
const initial: Preferences = { density: 'compact', columns: {}, views: {} }

let current: { readonly text: string | null; readonly value: Preferences } = { text: null, value: initial }

function read(): Preferences {
  const text = localStorage.getItem(storageKey)
  if (text !== current.text) current = { text, value: { ...initial, ...parsed(text) } }
  return current.value
}

function parsed(text: string | null): Partial<Preferences> {
  try {
    return JSON.parse(text ?? '{}')
  } catch {
    return {}
  }
}

const listeners = new Set<() => void>()

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  addEventListener('storage', listener)
  return () => {
    listeners.delete(listener)
    removeEventListener('storage', listener)
  }
}

function write(change: Partial<Preferences>): void {
  localStorage.setItem(storageKey, JSON.stringify({ ...read(), ...change }))
  for (const listener of listeners) listener()
}

export const useListPreferences = (): Preferences => useSyncExternalStore(subscribe, read)

export const setDensity = (density: Density): void => write({ density })

export const setColumns = (list: string, columns: readonly string[]): void =>
  write({ columns: { ...read().columns, [list]: columns } })

/** Replaces a view with the same name. */
export function saveView(list: string, view: SavedView): void {
  const others = (read().views[list] ?? []).filter(({ name }) => name !== view.name)
  write({ views: { ...read().views, [list]: [...others, view] } })
}

export const deleteView = (list: string, deleted: string): void =>
  write({
    views: {
      ...read().views,
      [list]: (read().views[list] ?? []).filter(({ name }) => name !== deleted),
    },
  })
