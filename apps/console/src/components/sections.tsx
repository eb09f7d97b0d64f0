import { type LinkProps, useNavigate } from '@tanstack/react-router'
import { type ReactNode, useEffect, useState } from 'react'
import { t } from '../texts/index.ts'
import { Select } from '../ui/select.tsx'
import { SectionLink } from './link.tsx'

export interface Section {
  /** Fragment of its address. */
  readonly id: string
  readonly title: string
  readonly content: ReactNode
}

interface SectionsProps {
  readonly sections: readonly Section[]
  readonly page: LinkProps
}

/** Shows sections with links to them: next to them on a wide page, and as a choice above them on a narrow one. */
export const Sections = ({ sections, page }: SectionsProps) => (
  <div className="grid grid-cols-1 gap-x-8 gap-y-5 lg:grid-cols-[12rem_minmax(0,1fr)]">
    <SectionLinks sections={sections} page={page} />
    <div className="grid grid-cols-1 gap-5">
      {sections.map(({ id, content }) => (
        <div key={id} id={id} tabIndex={-1} className="scroll-mt-20 rounded-xl outline-none">
          {content}
        </div>
      ))}
    </div>
  </div>
)

function SectionLinks({ sections, page }: SectionsProps) {
  const ids = sections.map(({ id }) => id)
  const current = useVisibleSection(ids)
  const navigate = useNavigate()
  const to = (id: string): LinkProps => ({ ...page, hash: id, resetScroll: false })
  return (
    <>
      <nav aria-label={t.common.sections} className="sticky top-20 hidden self-start lg:grid">
        {sections.map(({ id, title }) => (
          <SectionLink
            key={id}
            {...to(id)}
            activeOptions={{ includeHash: true }}
            data-shown={id === current || undefined}
            onClick={() => focusSection(id)}
          >
            {title}
          </SectionLink>
        ))}
      </nav>
      <div className="lg:hidden">
        <Select
          label={t.common.section}
          options={sections.map(({ id, title }) => ({ value: id, label: title }))}
          value={current ?? ''}
          onChange={(id) => void navigate(to(id))}
        />
      </div>
    </>
  )
}

/** Continues the order of the keyboard in the section. */
const focusSection = (id: string): void => document.getElementById(id)?.focus({ preventScroll: true })

/** Returns the section at the upper part of the window. */
function useVisibleSection(ids: readonly string[]): string | undefined {
  const [current, setCurrent] = useState<string>()
  const shown = ids.join()
  useEffect(() => {
    const observer = new IntersectionObserver(
      (entries) => {
        const entered = entries.find(({ isIntersecting }) => isIntersecting)
        if (entered) setCurrent(entered.target.id)
      },
      { rootMargin: '-20% 0px -75% 0px' },
    )
    for (const id of shown.split(',')) {
      const section = document.getElementById(id)
      if (section) observer.observe(section)
    }
    return () => observer.disconnect()
  }, [shown])
  return ids.find((id) => id === current) ?? ids[0]
}
