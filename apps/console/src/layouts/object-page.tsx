import type { OperationName } from '@signet/contracts'
import { useMatch, useNavigate, useSearch } from '@tanstack/react-router'
import { lazy, type ReactNode, Suspense } from 'react'
import type { TimelineFilter } from '../components/audit/timeline.tsx'
import type { HeadAction } from '../components/head-menu.tsx'
import { LabelsLine } from '../components/labels/labels-line.tsx'
import type { ObjectLabels } from '../components/labels/object-labels.ts'
import { ManagedByTool, ManagedNotice } from '../components/managed.tsx'
import { CallPlaceholders, TimelinePlaceholder } from '../components/tab-placeholders.tsx'
import { useNouns } from '../noun.ts'
import { t } from '../texts/index.ts'
import { CopyValue } from '../ui/copy.tsx'
import { type TabItem, Tabs } from '../ui/tabs.tsx'
import { callsOf } from './operations-here.ts'
import { Page } from './page.tsx'
import { useRecent } from './recent.ts'

interface ObjectPageProps {
  readonly title: string
  /** An `ObjectMark` of the size of a title. */
  readonly mark: ReactNode
  /** Noun of the object, such as "User". */
  readonly kind: string
  /** A second name, such as the address of a user. */
  readonly subtitle?: string | undefined
  readonly id: string
  /** Kind of the id, for the copy button. */
  readonly idLabel?: string
  readonly labels?: ObjectLabels
  /** State of the object, and its exceptions. */
  readonly badges?: ReactNode
  /** The main action. */
  readonly actions?: ReactNode
  /** The further actions. */
  readonly menu?: readonly HeadAction[]
  /** Shown above the tabs: reasons for which the object does not work. */
  readonly notices?: ReactNode
  /** The first is the overview. */
  readonly tabs: readonly TabItem[]
  /** Calls of the tab API that belong to no page. */
  readonly calls?: readonly OperationName[]
  /** Filter of the timeline's audit entries; without it there is no timeline. */
  readonly timeline?: TimelineFilter
}

const HeadMenu = lazy(() => import('../components/head-menu.tsx').then((m) => ({ default: m.HeadMenu })))
const Timeline = lazy(() => import('../components/audit/timeline.tsx').then((m) => ({ default: m.Timeline })))
const ApiCalls = lazy(() => import('../components/api-calls.tsx').then((m) => ({ default: m.ApiCalls })))

const timelineTab = (filter: TimelineFilter): TabItem => ({
  id: 'timeline',
  title: t.common.timeline,
  content: (
    <Suspense fallback={<TimelinePlaceholder />}>
      <Timeline filter={filter} />
    </Suspense>
  ),
})

const apiTab = (names: readonly OperationName[]): TabItem => ({
  id: 'api',
  title: t.common.api,
  content: (
    <Suspense fallback={<CallPlaceholders />}>
      <ApiCalls names={names} />
    </Suspense>
  ),
})

/** Announces before the settings that a tool may overwrite a change. */
const withNotice = (tab: TabItem): TabItem =>
  tab.id === 'settings'
    ? {
        ...tab,
        content: (
          <>
            <ManagedNotice />
            {tab.content}
          </>
        ),
      }
    : tab

export function ObjectPage(props: ObjectPageProps) {
  const {
    title,
    mark,
    kind,
    subtitle,
    id,
    idLabel = t.common.id,
    labels,
    badges,
    actions,
    menu,
    notices,
    tabs,
    calls = [],
    timeline,
  } = props
  const { tab } = useSearch({ strict: false })
  // The path of this page: the location is already the next one while the page is left.
  const { pathname, fullPath } = useMatch({ strict: false })
  useRecent({ path: pathname, name: title, kind })
  const allCalls = [...callsOf(useNouns(), fullPath), ...calls]
  const navigate = useNavigate()
  const all: readonly TabItem[] = [
    ...tabs.map(withNotice),
    ...(timeline ? [timelineTab(timeline)] : []),
    ...(allCalls.length > 0 ? [apiTab(allCalls)] : []),
  ]
  const select = (next: string): void =>
    void navigate({
      to: '.',
      search: (search) => ({ ...search, tab: next === all[0]?.id ? undefined : next }),
      replace: true,
    })
  return (
    <ManagedByTool value={labels?.object.managedByTool}>
      <Page
        title={title}
        avatar={mark}
        badges={badges}
        text={
          <div className="flex flex-wrap items-center gap-x-2 gap-y-1">
            {[kind, subtitle].filter(Boolean).map((part) => (
              <span
                key={part}
                className="wrap-anywhere after:ms-2 after:content-['·'] max-sm:after:content-none"
              >
                {part}
              </span>
            ))}
            <span className="inline-flex max-w-full">
              <CopyValue value={id} what={idLabel} />
            </span>
            {labels && <LabelsLine {...labels} />}
          </div>
        }
        actions={
          <>
            {actions}
            {menu && (
              <Suspense fallback={<span className="h-8.5 w-8.5" />}>
                <HeadMenu id={id} idLabel={idLabel} actions={menu} />
              </Suspense>
            )}
          </>
        }
      >
        {notices}
        <Tabs label={title} tabs={all} selected={tab ?? all[0]?.id} onSelect={select} />
      </Page>
    </ManagedByTool>
  )
}
