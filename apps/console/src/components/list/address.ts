import { useNavigate, useSearch } from '@tanstack/react-router'
import { present } from '../../search.ts'

type ListAddress = Readonly<Record<string, string | undefined>>

/** Parameters that change the appearance of a list, not its content. */
const look = ['sort', 'columns', 'page', 'tab', 'do', 'peek', 'live']

export function useListAddress() {
  const search = useSearch({ strict: false }) as ListAddress
  const navigate = useNavigate()
  /** Every change except of the page returns to the first page, and closes the side view. */
  const show = (next: ListAddress, replace = true): void =>
    void navigate({ to: '.', search: present(next), replace })
  const change = (some: ListAddress): void =>
    show(
      Object.fromEntries(
        Object.entries({ ...search, page: undefined, peek: undefined, ...some }).filter(
          ([, value]) => value !== '',
        ),
      ),
    )
  /** Keeps the page's position. */
  const peek = (id: string | undefined): void =>
    void navigate({
      to: '.',
      search: present({ ...search, peek: id }),
      replace: true,
      ignoreBlocker: true,
      resetScroll: false,
    })
  const isNarrowed = Object.keys(search).some((name) => !look.includes(name))
  const clear = (): void =>
    show(Object.fromEntries(Object.entries(search).filter(([name]) => look.includes(name))), false)
  return { search, show, change, clear, peek, isNarrowed }
}
