import { useNavigate } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { SectionLink } from '../../components/link.tsx'
import { paths } from '../../paths.ts'
import type { SystemSearch } from '../../searches.ts'
import { t } from '../../texts/index.ts'
import { Select } from '../../ui/select.tsx'
import type { Group } from './setting-groups.ts'

interface SectionsProps {
  readonly groups: readonly Group[]
  readonly search: SystemSearch
}

/** Links to the sections, next to them on a wide page, and as a choice above them on a narrow one. */
export function SectionLinks({ groups, search }: SectionsProps) {
  const current = useVisibleSection(groups)
  const navigate = useNavigate()
  const to = (group: Group) => ({ ...paths.system(search), hash: group, resetScroll: false })
  return (
    <>
      <nav aria-label={t.system.sections} className="sticky top-20 hidden self-start lg:grid">
        {groups.map((group) => (
          <SectionLink
            key={group}
            {...to(group)}
            activeOptions={{ includeHash: true }}
            data-shown={group === current || undefined}
            onClick={() => focusSection(group)}
          >
            {t.system.groups[group]}
          </SectionLink>
        ))}
      </nav>
      <div className="lg:hidden">
        <Select
          label={t.system.section}
          options={groups.map((group) => ({ value: group, label: t.system.groups[group] }))}
          value={current ?? groups[0] ?? 'protocol'}
          onChange={(group) => void navigate(to(group))}
        />
      </div>
    </>
  )
}

/** Continues the order of the keyboard in the section. */
const focusSection = (group: Group): void => document.getElementById(group)?.focus({ preventScroll: true })

/** Returns the section at the upper part of the window. */
function useVisibleSection(groups: readonly Group[]): Group | undefined {
  const [current, setCurrent] = useState<Group>()
  const shown = groups.join()
  useEffect(() => {
    const observer = new IntersectionObserver(
      (entries) => {
        const entered = entries.find(({ isIntersecting }) => isIntersecting)
        if (entered) setCurrent(entered.target.id as Group)
      },
      { rootMargin: '-20% 0px -75% 0px' },
    )
    for (const group of shown.split(',')) {
      const section = document.getElementById(group)
      if (section) observer.observe(section)
    }
    return () => observer.disconnect()
  }, [shown])
  return groups.find((group) => group === current) ?? groups[0]
}
