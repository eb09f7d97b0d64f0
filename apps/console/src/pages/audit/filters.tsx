import { ChevronDown, SlidersHorizontal } from 'lucide-react'
import { useState } from 'react'
import { Button as AriaButton, Dialog, DialogTrigger, Popover } from 'react-aria-components'
import { filterStyle } from '../../components/filter-style.ts'
import { useListAddress } from '../../components/list/address.ts'
import type { Filter } from '../../components/list/filter-menu.tsx'
import { ObjectPicker } from '../../components/object-picker.tsx'
import { ProjectFilter } from '../../components/project-filter.tsx'
import { formatDate } from '../../texts/format.ts'
import { t } from '../../texts/index.ts'
import { Button } from '../../ui/button.tsx'
import { cx } from '../../ui/cx.ts'
import { DayField } from '../../ui/day-field.tsx'
import { useActors, useTargets } from './objects.ts'

/** Prefixes of whole segments, as required by the server. */
const areas: Filter['options'] = [
  { value: '', text: t.audit.areas.everything },
  { value: 'project.', text: t.audit.areas.projects },
  { value: 'client.', text: t.audit.areas.applications },
  { value: 'enduser.', text: t.audit.areas.users },
  { value: 'group.', text: t.audit.areas.groups },
  { value: 'resource.', text: t.audit.areas.apis },
  { value: 'federation.', text: t.audit.areas.providers },
  { value: 'provisioning.', text: t.audit.areas.directories },
  { value: 'team.', text: t.audit.areas.teams },
  { value: 'admin.', text: t.audit.areas.administrators },
  { value: 'mcp.', text: t.audit.areas.agents },
  { value: 'settings.', text: t.audit.areas.settings },
]

/** The address may contain an area that is not an option. */
export const areaFilter = (actionPrefix = ''): Filter => ({
  name: 'actionPrefix',
  label: t.audit.what,
  options: areas.some(({ value }) => value === actionPrefix)
    ? areas
    : [...areas, { value: actionPrefix, text: actionPrefix }],
})

/** A narrow page shows them after a button, because they would use its whole height. */
export function AuditControls({ hasProject }: { hasProject: boolean }) {
  const { search, change } = useListAddress()
  const isSet = [search.project, search.from, search.to, search.targetId, search.actor].some(Boolean)
  const [isOpen, setOpen] = useState(isSet)
  return (
    <>
      <Button
        className="sm:hidden"
        aria-expanded={isOpen}
        icon={<SlidersHorizontal size={15} aria-hidden />}
        onPress={() => setOpen(!isOpen)}
      >
        {t.lists.moreFilters}
      </Button>
      <div
        className={cx(
          'grid gap-2 max-sm:order-last max-sm:w-full sm:grid-flow-col sm:auto-cols-[minmax(0,8rem)]',
          !isOpen && 'max-sm:hidden',
        )}
      >
        {hasProject && <ProjectFilter value={search.project} onChange={(project) => change({ project })} />}
        <ObjectPicker
          label={t.audit.target}
          value={search.targetId ?? ''}
          onChange={(targetId) => change({ targetId })}
          useChoices={useTargets}
        />
        <ObjectPicker
          label={t.audit.actor}
          value={search.actor ?? ''}
          onChange={(actor) => change({ actor })}
          useChoices={useActors}
        />
        <DaysFilter from={search.from} to={search.to} onChange={change} />
      </div>
    </>
  )
}

interface DaysFilterProps {
  readonly from: string | undefined
  readonly to: string | undefined
  readonly onChange: (days: { readonly from?: string; readonly to?: string }) => void
}

/** The first and the last day, behind one button. */
const DaysFilter = ({ from, to, onChange }: DaysFilterProps) => (
  <DialogTrigger>
    <AriaButton className={`min-w-0 ${filterStyle}`}>
      <span className="min-w-0 flex-1 truncate text-left">
        {from || to
          ? [from, to].map((day) => (day ? formatDate(day, 'shortDay') : '…')).join(' – ')
          : t.audit.dates}
      </span>
      <ChevronDown size={14} aria-hidden className="shrink-0 text-quiet" />
    </AriaButton>
    <Popover placement="bottom start" className="overlay-motion rounded-lg bg-raised shadow-float">
      <Dialog aria-label={t.audit.dates} className="grid gap-2 p-3 outline-none">
        <DayField label={t.audit.from} value={from} onChange={(day) => onChange({ from: day })} />
        <DayField label={t.audit.to} value={to} onChange={(day) => onChange({ to: day })} />
      </Dialog>
    </Popover>
  </DialogTrigger>
)
