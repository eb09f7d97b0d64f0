import { useNavigate, useParams } from '@tanstack/react-router'
import { useEffect, useRef, useSyncExternalStore } from 'react'
import { useOperation } from '../api/operation.ts'
import { type Noun, useNouns } from '../noun.ts'

/** Single keys can be switched off, because they disturb speech input (WCAG 2.1.4). */
const storageKey = 'signet.keys'
const listeners = new Set<() => void>()

const areOn = (): boolean => localStorage.getItem(storageKey) !== 'off'

export function setKeysOn(isOn: boolean): void {
  if (isOn) localStorage.removeItem(storageKey)
  else localStorage.setItem(storageKey, 'off')
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

export const useKeysOn = (): boolean => useSyncExternalStore(subscribe, areOn)

/** Returns the entries with a key; those of a project precede those of the instance. */
export function useGoals() {
  const { projectId } = useParams({ strict: false })
  const whoami = useOperation('whoami', {})
  const nouns = useNouns()
  const isVisible = ({ isVisible: rule }: NonNullable<Noun['instanceNav']>): boolean => rule?.(whoami) ?? true
  const ofProject = nouns.flatMap(({ projectNav: nav }) =>
    nav?.key && projectId ? [{ key: nav.key, label: nav.label(), to: nav.to(projectId) }] : [],
  )
  const taken = new Set(ofProject.map(({ key }) => key))
  const ofInstance = nouns.flatMap(({ instanceNav: nav }) =>
    nav?.key && !taken.has(nav.key) && isVisible(nav)
      ? [{ key: nav.key, label: nav.label(), to: nav.to() }]
      : [],
  )
  return [...ofProject, ...ofInstance]
}

/** Time in which the second key of a sequence must follow. */
const sequenceMilliseconds = 1500

const typing = 'input, textarea, select, [contenteditable], [role=menu], [role=listbox], [role=grid]'

/** A key belongs to a field, a menu or an open dialog before it belongs to the page. */
const isTaken = ({ target, metaKey, ctrlKey, altKey, defaultPrevented }: KeyboardEvent): boolean =>
  defaultPrevented ||
  metaKey ||
  ctrlKey ||
  altKey ||
  (target instanceof Element && target.closest(typing) !== null) ||
  document.querySelector('[role=dialog], [role=alertdialog]') !== null

interface Handlers {
  readonly onHelp: () => void
  readonly onPalette: () => void
}

export function useShortcuts({ onHelp, onPalette }: Handlers): void {
  const navigate = useNavigate()
  const goals = useGoals()
  const isOn = useKeysOn()
  const started = useRef(0)
  const press = (event: KeyboardEvent): void => {
    if (!isOn || isTaken(event)) return
    const isSecond = Date.now() - started.current < sequenceMilliseconds
    started.current = 0
    const goal = isSecond ? goals.find(({ key }) => key === event.key) : undefined
    if (goal) void navigate(goal.to)
    else if (event.key === 'g') started.current = Date.now()
    else if (event.key === '?') onHelp()
    else if (event.key === '/') focusSearch() || onPalette()
    else if (event.key === 'j' || event.key === 'k') moveInRows(event.key === 'j' ? 1 : -1)
    else if (event.key === 'e') openSettings()
    else return
    event.preventDefault()
  }
  const latest = useRef(press)
  latest.current = press
  useEffect(() => {
    const listen = (event: KeyboardEvent): void => latest.current(event)
    addEventListener('keydown', listen)
    return () => removeEventListener('keydown', listen)
  }, [])
}

function focusSearch(): boolean {
  const field = document.querySelector<HTMLInputElement>('main search input')
  field?.focus()
  field?.select()
  return field !== null
}

function moveInRows(step: 1 | -1): void {
  const links = [...document.querySelectorAll<HTMLElement>('main [data-row-link]')]
  const at = links.indexOf(document.activeElement as HTMLElement)
  const next = at < 0 ? (step === 1 ? 0 : links.length - 1) : at + step
  links[Math.min(Math.max(next, 0), links.length - 1)]?.focus()
}

/** The fields of an object are on its settings tab. */
const openSettings = (): void =>
  document.querySelector<HTMLElement>('main [role=tab][data-key=settings]')?.click()
