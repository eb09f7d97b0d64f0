import { useEffect, useRef } from 'react'
import { same } from './rebase.ts'

/** Forms with unsaved input, and the part of it that survives a new sign-in. */

type Fields = Readonly<Record<string, unknown>>

interface TypedForm {
  readonly key: string
  readonly changes: () => Fields
}

const forms = new Set<TypedForm>()

const changesOf = (start: object, values: object): Fields =>
  Object.fromEntries(Object.entries(values).filter(([name, value]) => !same(value, (start as Fields)[name])))

export const hasUnsaved = (): boolean => [...forms].some(({ changes }) => Object.keys(changes()).length > 0)

/** `saved` takes effect before the next render, so that the page may be left. */
export function useUnsaved(key: string, start: object, values: object) {
  const latest = useRef({ start, values })
  latest.current = { start, values }
  useEffect(() => {
    const form = { key, changes: () => changesOf(latest.current.start, latest.current.values) }
    forms.add(form)
    return () => {
      forms.delete(form)
    }
  }, [key])
  return (sent: object): void => {
    latest.current = { start: sent, values: sent }
  }
}

/** Fields with these names are never stored. */
const secretField = /password|secret|key|token|dsn/i

const storageKey = 'signet.drafts'

interface Drafts {
  readonly owner: string
  readonly fields: Readonly<Record<string, Fields>>
}

export function keepDrafts(owner: string): void {
  const fields = Object.fromEntries(
    [...forms].map(({ key, changes }) => [
      key,
      Object.fromEntries(Object.entries(changes()).filter(([name]) => !secretField.test(name))),
    ]),
  )
  sessionStorage.setItem(storageKey, JSON.stringify({ owner, fields } satisfies Drafts))
  forms.clear()
}

function read(): Drafts | null {
  try {
    return JSON.parse(sessionStorage.getItem(storageKey) ?? 'null')
  } catch {
    return null
  }
}

export function draftOf(owner: string | undefined, key: string): Fields | null {
  const drafts = read()
  if (!drafts || drafts.owner !== owner) return null
  const fields = drafts.fields[key]
  return fields && Object.keys(fields).length > 0 ? fields : null
}

/** Deletes restored input, so that a reload begins with the stored values. */
export function dropDraft(key: string): void {
  const drafts = read()
  if (!drafts) return
  const { [key]: _, ...fields } = drafts.fields
  sessionStorage.setItem(storageKey, JSON.stringify({ ...drafts, fields }))
}
