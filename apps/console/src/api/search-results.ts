import type { SearchResult } from '@signet/contracts'
import { useDeferredValue } from 'react'
import { useOperationPage } from './operation.ts'

/** Characters below which a search would find too much. */
const shortest = 2

/** Keeps the previous result until the next one has arrived. */
export function useSearchResults(typed: string): readonly SearchResult[] {
  const q = useDeferredValue(typed.trim())
  const isAsked = q.length >= shortest
  const results = useOperationPage('search', { q: isAsked ? q : ' ' }, isAsked).data?.results ?? []
  return isAsked ? results : []
}
