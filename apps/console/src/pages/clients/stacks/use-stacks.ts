import type { PrintedStack } from '@signet/contracts'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { language } from '../../../texts/language.ts'

async function loadStacks() {
  const [{ stacks }, { stackNotes }, { default: loaders }] = await Promise.all([
    import('./printed.ts'),
    import('./notes.ts'),
    import('virtual:stack-notes'),
  ])
  const own = await loaders[language]?.()
  return { stacks, notes: { ...stackNotes, ...own?.default } }
}

/** Returns an empty list until the libraries are loaded. */
export function useStacks(kind: PrintedStack['kind']) {
  const { data } = useQuery({
    queryKey: ['stacks'],
    queryFn: loadStacks,
    staleTime: Number.POSITIVE_INFINITY,
  })
  return {
    stacks: data?.stacks.filter((stack) => stack.kind === kind) ?? [],
    notesOf: (stack: PrintedStack): string[] => (data ? stack.notes.map((note) => data.notes[note]) : []),
  }
}

const storageKey = 'signet.stack'

export const rememberStack = (name: string): void => localStorage.setItem(storageKey, name)

/** The library that this browser chose last, also for the next application. */
export function useChosenStack(stacks: readonly PrintedStack[]) {
  const [name, setName] = useState(() => localStorage.getItem(storageKey) ?? '')
  const choose = (next: string) => {
    rememberStack(next)
    setName(next)
  }
  return { chosen: stacks.find((stack) => stack.name === name), choose }
}
