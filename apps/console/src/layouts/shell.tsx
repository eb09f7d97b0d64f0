import { Outlet, useLocation } from '@tanstack/react-router'
import { Menu as MenuIcon, Search } from 'lucide-react'
import { lazy, Suspense, useEffect, useRef, useState } from 'react'
import { useSessionEnded } from '../api/session.ts'
import { t } from '../texts/index.ts'
import { PlainIconButton } from '../ui/plain-button.tsx'
import { Crumbs } from './crumbs.tsx'
import { HostStripe } from './host-stripe.tsx'
import { LeaveQuestion } from './leave-question.tsx'
import { Sidebar } from './sidebar.tsx'

const CommandPalette = lazy(() =>
  import('./command-palette.tsx').then((m) => ({ default: m.CommandPalette })),
)

const Keys = lazy(() => import('./keys.tsx').then((m) => ({ default: m.Keys })))
const NavDrawer = lazy(() => import('./nav-drawer.tsx').then((m) => ({ default: m.NavDrawer })))
const SessionEnded = lazy(() => import('./session-ended.tsx').then((m) => ({ default: m.SessionEnded })))

const isMac = /Mac|iPhone|iPad/.test(navigator.userAgent)

export function Shell() {
  const { pathname } = useLocation()
  const [isNavOpen, setNavOpen] = useState(false)
  const [isPaletteOpen, setPaletteOpen] = useState(false)
  const [isHelpOpen, setHelpOpen] = useState(false)
  const main = useFocusAfterNavigation(pathname)
  const isEnded = useSessionEnded()
  useShortcut('k', () => setPaletteOpen(true))
  useEffect(() => setNavOpen(false), [pathname])

  return (
    <div className="grid min-h-dvh md:grid-cols-[15rem_minmax(0,1fr)] print:block">
      <a
        href="#main"
        className="fixed top-2 left-2 z-60 -translate-y-20 rounded-md bg-raised px-3 py-2 shadow-float focus:translate-y-0"
      >
        {t.nav.skip}
      </a>
      <aside className="sticky top-0 hidden h-dvh border-r border-line bg-sunken md:block print:hidden">
        <Sidebar />
      </aside>
      <div className="flex min-w-0 flex-col">
        <HostStripe />
        <header className="sticky top-0 z-20 flex h-13 items-center gap-2 border-b border-line bg-ground/90 px-3 backdrop-blur-sm sm:px-6 print:hidden">
          <PlainIconButton
            label={t.nav.open}
            icon={<MenuIcon size={18} aria-hidden />}
            onClick={() => setNavOpen(true)}
            className="md:hidden"
          />
          <Crumbs />
          <button
            type="button"
            onClick={() => setPaletteOpen(true)}
            aria-keyshortcuts={isMac ? 'Meta+K' : 'Control+K'}
            className="flex h-8 items-center gap-2 rounded-md bg-surface px-2 text-sm text-quiet shadow-card ring-1 ring-inset ring-line hover:text-ink sm:min-w-40"
          >
            <Search size={14} aria-hidden />
            <span className="flex-1 text-left max-sm:sr-only">{t.shell.goTo}</span>
            <kbd aria-hidden className="font-sans text-xs max-sm:hidden">
              {isMac ? '⌘K' : 'Ctrl K'}
            </kbd>
          </button>
        </header>
        <main
          id="main"
          ref={main}
          tabIndex={-1}
          className="min-w-0 flex-1 px-3 py-6 sm:px-6 lg:px-10 lg:py-8"
        >
          <Outlet />
        </main>
      </div>
      <Suspense>
        <Keys isHelpOpen={isHelpOpen} onHelp={setHelpOpen} onPalette={() => setPaletteOpen(true)} />
      </Suspense>
      {isNavOpen && (
        <Suspense>
          <NavDrawer onClose={() => setNavOpen(false)} />
        </Suspense>
      )}
      {isPaletteOpen && (
        <Suspense>
          <CommandPalette
            onClose={() => setPaletteOpen(false)}
            onHelp={() => {
              setPaletteOpen(false)
              setHelpOpen(true)
            }}
          />
        </Suspense>
      )}
      {isEnded ? (
        <Suspense>
          <SessionEnded />
        </Suspense>
      ) : (
        <LeaveQuestion />
      )}
    </div>
  )
}

/** Leaves the focus on a field that the page has focused. */
function useFocusAfterNavigation(pathname: string) {
  const main = useRef<HTMLElement>(null)
  const last = useRef(pathname)
  useEffect(() => {
    if (last.current === pathname) return
    last.current = pathname
    if (!main.current?.contains(document.activeElement)) main.current?.focus({ preventScroll: true })
  }, [pathname])
  return main
}

function useShortcut(key: string, run: () => void): void {
  const latest = useRef(run)
  latest.current = run
  useEffect(() => {
    const listen = (event: KeyboardEvent): void => {
      if (event.key.toLowerCase() !== key || !(isMac ? event.metaKey : event.ctrlKey)) return
      event.preventDefault()
      latest.current()
    }
    addEventListener('keydown', listen)
    return () => removeEventListener('keydown', listen)
  }, [key])
}
