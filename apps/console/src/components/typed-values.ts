import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { operationQuery } from '../api/operation.ts'
import { rebase, same } from './rebase.ts'
import { draftOf, dropDraft, useUnsaved } from './unsaved.ts'

/** Adopts newly read values while rendering, and restores input from before a new sign-in. */
export function useTypedValues<V extends object>(operation: string, initial: V) {
  const queryClient = useQueryClient()
  const [key] = useState(() => `${operation} ${window.location.pathname} ${Object.keys(initial).join()}`)
  const [draft] = useState(() =>
    draftOf(queryClient.getQueryData(operationQuery('whoami', {}).queryKey)?.id, key),
  )
  useEffect(() => dropDraft(key), [key])
  const [stored, setStored] = useState(initial)
  const [start, setStart] = useState(initial)
  const [values, setValues] = useState<V>({ ...initial, ...draft })
  const [hasConflict, setHasConflict] = useState(false)
  const markSaved = useUnsaved(key, start, values)
  if (!same(initial, stored)) {
    const rebased = rebase(values, start, initial)
    setStored(initial)
    setStart(initial)
    setValues(rebased.values)
    setHasConflict(rebased.hasConflict)
  }
  /** Sent input counts as saved, even if the server stores it in another spelling. */
  const saved = (sent: V): void => {
    markSaved(sent)
    setStart(sent)
    setHasConflict(false)
  }
  const reset = (next: V = start): void => {
    setStart(next)
    setValues(next)
    setHasConflict(false)
  }
  return { start, values, setValues, saved, reset, hasConflict, isRestored: draft !== null }
}
