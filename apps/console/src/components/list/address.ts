import { useNavigate, useSearch } from '@tanstack/react-router'
import { present } from '../../search.ts'

type ListAddress = Readonly<Record<string, string | undefined>>

/** What of an address is how the list looks, not what it has. */
const look = ['sort', 'columns', 'page', 'tab']

/** A list in the address: what is searched and filtered, in which order, with which columns. */
export function useListAddress() {
  const search = useSearch({ strict: false }) as ListAddress
  const navigate = useNavigate()
  /** Anything but another page begins at the first one. */
  const show = (next: ListAddress, replace = true): void =>
    void navigate({ to: '.', search: present(next), replace })
  const change = (some: ListAddress): void =>
    show(
      Object.fromEntries(
        Object.entries({ ...search, page: undefined, ...some }).filter(([, value]) => value !== ''),
      ),
    )
  const isNarrowed = Object.keys(search).some((name) => !look.includes(name))
  /** What the list looks like stays. */
  const clear = (): void =>
    show(Object.fromEntries(Object.entries(search).filter(([name]) => look.includes(name))), false)
  return { search, show, change, clear, isNarrowed }
}
