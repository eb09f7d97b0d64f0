import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { operationQuery } from '../api/operation.ts'
import { rebase, same } from './rebase.ts'
import { draftOf, dropDraft, useUnsaved } from './unsaved.ts'

/**
 * What is typed and what it began with. Stored values that were read again are taken up while rendering; what was typed
 * before a new sign-in is back.
 */
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
  /** What was sent is no longer typed: the stored values may spell it differently. */
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
