import { type LinkProps, useLocation, useNavigate } from '@tanstack/react-router'
import { ChevronRight } from 'lucide-react'
import { type ReactNode, useEffect, useRef } from 'react'
import { t } from '../texts/index.ts'
import { cx } from '../ui/cx.ts'
import { Select } from '../ui/select.tsx'
import { SectionLink } from './link.tsx'

export interface Section {
  /** Fragment of its address. */
  readonly id: string
  readonly title: string
  readonly content?: ReactNode
  /** Leads to a page in place of a content. */
  readonly to?: LinkProps
  /** Fragments of elements in the section, whose addresses open it too. */
  readonly anchors?: readonly string[]
  /** Heading above its link, for the first section of a part of the list; an empty one is a gap. */
  readonly heading?: string
}

interface SectionsProps {
  readonly sections: readonly Section[]
  readonly page: LinkProps
  /** Shows all sections, for the results of a search. */
  readonly areAllShown?: boolean
}

/**
 * Shows the section of the address, or the first one, with links to the others: next to it on a wide page, and as a choice above
 * it on a narrow one. Hidden sections stay mounted, so that their input is kept, and that the address can open their dialogs.
 */
export function Sections({ sections, page, areAllShown = false }: SectionsProps) {
  const { hash } = useLocation()
  const own = sections.filter(({ to }) => to === undefined)
  const asked = own.find(({ id, anchors }) => id === hash || anchors?.includes(hash))
  const current = (asked ?? own[0])?.id ?? ''
  const focusNext = useFocusOf(current)
  useEffect(() => {
    if (hash !== current) document.getElementById(hash)?.scrollIntoView()
  }, [hash, current])
  return (
    <div className="grid grid-cols-1 gap-x-8 gap-y-5 lg:grid-cols-[12rem_minmax(0,1fr)]">
      <SectionLinks sections={sections} page={page} current={current} onFollow={focusNext} />
      <div className="grid min-w-0 grid-cols-1 gap-5">
        {own.map(({ id, content }) => (
          <div
            key={id}
            id={id}
            tabIndex={-1}
            className={cx('scroll-mt-20 rounded-xl outline-none', !areAllShown && id !== current && 'hidden')}
          >
            {content}
          </div>
        ))}
      </div>
    </div>
  )
}

/** Returns a function that moves the focus to a section after it is shown, so that the keyboard continues in it. */
function useFocusOf(current: string): (id: string) => void {
  const next = useRef<string | null>(null)
  const focus = (id: string): void => {
    const section = document.getElementById(id)
    section?.focus({ preventScroll: true })
    // The former section may have been longer than this one.
    section?.scrollIntoView({ block: 'nearest' })
  }
  useEffect(() => {
    if (next.current !== current) return
    next.current = null
    focus(current)
  }, [current])
  return (id) => {
    if (id === current) focus(id)
    else next.current = id
  }
}

interface LinksProps extends SectionsProps {
  readonly current: string
  readonly onFollow: (id: string) => void
}

function SectionLinks({ sections, page, current, onFollow }: LinksProps) {
  const navigate = useNavigate()
  const linkTo = ({ id, to }: Section): LinkProps =>
    to ?? { ...page, hash: id, resetScroll: false, hashScrollIntoView: false }
  return (
    <>
      <nav aria-label={t.common.sections} className="sticky top-20 hidden self-start lg:grid">
        {sections.map((section) => {
          const { id, title, heading } = section
          return (
            <div key={id} className="grid">
              {heading !== undefined && (
                <span className="pt-4 pb-1 pl-3 text-sm font-medium text-quiet">{heading}</span>
              )}
              <SectionLink
                {...linkTo(section)}
                activeOptions={{ includeHash: true }}
                data-shown={id === current || undefined}
                aria-current={id === current ? 'true' : undefined}
                onClick={() => onFollow(id)}
              >
                {title}
                {section.to && (
                  <ChevronRight size={14} aria-hidden className="ml-1 inline-block align-[-0.125rem]" />
                )}
              </SectionLink>
            </div>
          )
        })}
      </nav>
      <div className="lg:hidden">
        <Select
          label={t.common.section}
          options={sections.map(({ id, title }) => ({ value: id, label: title }))}
          value={current}
          onChange={(chosen) => {
            const section = sections.find(({ id }) => id === chosen)
            if (section) void navigate(linkTo(section))
          }}
        />
      </div>
    </>
  )
}
