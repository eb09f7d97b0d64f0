import { type ReactNode, type RefObject, useEffect, useRef, useState } from 'react'
import { Tabs as AriaTabs, Tab, TabList, TabPanel } from 'react-aria-components'

export interface TabItem {
  readonly id: string
  readonly title: string
  readonly content: ReactNode
}

interface TabsProps {
  readonly label: string
  readonly tabs: readonly TabItem[]
  readonly selected?: string | undefined
  readonly onSelect?: (id: string) => void
}

const fadePixels = 32

/** Returns a mask that fades the edges behind which a row has further parts. */
function useFade(row: RefObject<HTMLElement | null>): string {
  const [hidden, setHidden] = useState({ before: false, after: false })
  useEffect(() => {
    const element = row.current
    if (!element) return
    const measure = (): void => {
      const { scrollLeft, clientWidth, scrollWidth } = element
      const position = Math.abs(scrollLeft)
      setHidden({ before: position > 1, after: position + clientWidth < scrollWidth - 1 })
    }
    const observer = new ResizeObserver(measure)
    observer.observe(element)
    element.addEventListener('scroll', measure, { passive: true })
    return () => {
      observer.disconnect()
      element.removeEventListener('scroll', measure)
    }
  }, [row])
  if (!hidden.before && !hidden.after) return 'none'
  const stops = [
    ...(hidden.before ? ['transparent', `#000 ${fadePixels}px`] : ['#000']),
    ...(hidden.after ? [`#000 calc(100% - ${fadePixels}px)`, 'transparent'] : ['#000']),
  ]
  return `linear-gradient(to right, ${stops.join(', ')})`
}

/** Keeps visited panels mounted, so that their input is kept. */
export function Tabs({ label, tabs, selected, onSelect }: TabsProps) {
  const [own, setOwn] = useState(tabs[0]?.id ?? '')
  const current = tabs.some(({ id }) => id === selected) ? (selected ?? own) : own
  const [visited, setVisited] = useState<ReadonlySet<string>>(new Set([current]))
  if (!visited.has(current)) setVisited(new Set([...visited, current]))
  const select = (id: string): void => {
    setOwn(id)
    onSelect?.(id)
  }
  const list = useRef<HTMLDivElement>(null)
  const fade = useFade(list)
  // Scrolls the selected tab to the middle on a narrow screen.
  useEffect(() => {
    const row = list.current
    const tab = row?.querySelector<HTMLElement>(`[data-key="${CSS.escape(current)}"]`)
    if (!row || !tab) return
    const observer = new ResizeObserver(() => {
      row.scrollLeft = tab.offsetLeft - (row.clientWidth - tab.offsetWidth) / 2
    })
    observer.observe(row)
    return () => observer.disconnect()
  }, [current])
  return (
    <AriaTabs
      selectedKey={current}
      onSelectionChange={(key) => select(String(key))}
      className="grid min-w-0 grid-cols-1 gap-4 outline-none"
    >
      <TabList
        ref={list}
        aria-label={label}
        className="relative flex gap-1 overflow-x-auto border-b border-line"
        style={{ maskImage: fade }}
      >
        {tabs.map(({ id, title }) => (
          <Tab
            key={id}
            id={id}
            className="-mb-px cursor-default border-b-2 border-transparent px-2 py-1.5 whitespace-nowrap text-quiet hover:text-ink data-focus-visible:-outline-offset-2 data-selected:border-accent data-selected:font-medium data-selected:text-ink"
          >
            {title}
          </Tab>
        ))}
      </TabList>
      {tabs.map(({ id, content }) => (
        <TabPanel
          key={id}
          id={id}
          shouldForceMount={visited.has(id)}
          className="grid min-w-0 grid-cols-1 gap-5 rounded-sm data-inert:hidden"
        >
          {content}
        </TabPanel>
      ))}
    </AriaTabs>
  )
}
