import { useNavigate, useSearch } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { ApiCalls, type Call } from '../components/api-calls.tsx'
import { Timeline, type TimelineFilter } from '../pages/audit/timeline.tsx'
import { t } from '../texts/index.ts'
import { CopyValue } from '../ui/copy.tsx'
import { type TabItem, Tabs } from '../ui/tabs.tsx'
import { Page } from './page.tsx'

interface ObjectPageProps {
  readonly title: string
  /** The object's id, to be copied. */
  readonly id: string
  /** What kind of id it is, for the copy button. */
  readonly idLabel?: string
  readonly badges?: ReactNode
  readonly actions?: ReactNode
  /** Above the tabs: what keeps the object from working. */
  readonly notices?: ReactNode
  /** The first is the overview. */
  readonly tabs: readonly TabItem[]
  /** Whose audit entries the timeline shows; without it there is no timeline. */
  readonly timeline?: TimelineFilter
  readonly calls?: readonly Call[]
}

/** One thing: its name, id, state and actions, and tabs that the address remembers. */
export function ObjectPage(props: ObjectPageProps) {
  const { title, id, idLabel = t.common.id, badges, actions, notices, tabs, timeline, calls } = props
  const { tab } = useSearch({ strict: false })
  const navigate = useNavigate()
  const all: readonly TabItem[] = [
    ...tabs,
    ...(timeline
      ? [{ id: 'timeline', title: t.common.timeline, content: <Timeline filter={timeline} /> }]
      : []),
    ...(calls ? [{ id: 'api', title: t.common.api, content: <ApiCalls calls={calls} /> }] : []),
  ]
  const select = (next: string): void =>
    void navigate({
      to: '.',
      search: (search) => ({ ...search, tab: next === all[0]?.id ? undefined : next }),
      replace: true,
    })
  return (
    <Page title={title} badges={badges} text={<CopyValue value={id} what={idLabel} />} actions={actions}>
      {notices}
      <Tabs label={title} tabs={all} selected={tab ?? all[0]?.id} onSelect={select} />
    </Page>
  )
}
