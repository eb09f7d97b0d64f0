import { Link, useMatches } from '@tanstack/react-router'
import { ChevronRight } from 'lucide-react'
import { t } from '../texts/index.ts'

export function Crumbs() {
  const trail = useMatches().flatMap(({ id, pathname, staticData: { crumb: Crumb, openedFrom }, status }) => {
    if (!Crumb || status !== 'success') return []
    const own = { id, pathname, Crumb }
    if (!openedFrom) return [own]
    const { crumb, segment } = openedFrom
    return [{ id: `${id}/${segment}`, pathname: pathname.replace(/[^/]+\/?$/, segment), Crumb: crumb }, own]
  })
  return (
    <nav aria-label={t.nav.breadcrumb} className="min-w-0 flex-1">
      <ol className="flex min-w-0 items-center gap-1 text-quiet">
        {trail.map(({ id, pathname, Crumb }, index) => {
          const isLast = index === trail.length - 1
          return (
            <li key={id} className={`flex min-w-0 items-center gap-1 ${isLast ? '' : 'max-sm:hidden'}`}>
              {index > 0 && (
                <ChevronRight size={14} aria-hidden className="shrink-0 opacity-60 max-sm:hidden" />
              )}
              {isLast ? (
                <span aria-current="page" className="truncate font-medium text-ink">
                  <Crumb />
                </span>
              ) : (
                <Link to={pathname} className="truncate rounded-sm hover:text-ink">
                  <Crumb />
                </Link>
              )}
            </li>
          )
        })}
      </ol>
    </nav>
  )
}
