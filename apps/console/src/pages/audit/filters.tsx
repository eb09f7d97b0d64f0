import { X } from 'lucide-react'
import { ProjectFilter } from '../../components/project-filter.tsx'
import type { AuditSearch } from '../../searches.ts'
import { Button } from '../../ui/button.tsx'
import { DayField } from '../../ui/day-field.tsx'
import { SearchBox } from '../../ui/search-box.tsx'
import { type Option, Select } from '../../ui/select.tsx'

/** Areas as prefixes of whole segments, which is what the server takes. */
const areas: readonly Option<string>[] = [
  { value: '', label: 'Everything' },
  { value: 'project.', label: 'Projects' },
  { value: 'client.', label: 'Applications' },
  { value: 'enduser.', label: 'Users' },
  { value: 'group.', label: 'Groups' },
  { value: 'resource.', label: 'APIs' },
  { value: 'federation.', label: 'Identity providers' },
  { value: 'provisioning.', label: 'Provisioning' },
  { value: 'team.', label: 'Teams' },
  { value: 'admin.', label: 'Administrators' },
  { value: 'settings.', label: 'Settings' },
]

interface AuditFiltersProps {
  readonly search: AuditSearch
  readonly onChange: (search: AuditSearch) => void
}

export function AuditFilters({ search, onChange }: AuditFiltersProps) {
  /** Another filter starts at the first page. */
  const set = (name: Exclude<keyof AuditSearch, 'page'>) => (value: string) =>
    onChange({ ...search, page: undefined, [name]: value || undefined })
  const { actionPrefix = '' } = search
  const shownAreas = areas.some(({ value }) => value === actionPrefix)
    ? areas
    : [...areas, { value: actionPrefix, label: actionPrefix }]
  return (
    <search className="flex flex-wrap items-center gap-2">
      <Select label="What" compact options={shownAreas} value={actionPrefix} onChange={set('actionPrefix')} />
      <ProjectFilter value={search.project} onChange={set('project')} />
      <DayField label="From" value={search.from} onChange={set('from')} />
      <DayField label="To" value={search.to} onChange={set('to')} />
      {Object.keys(search).some((name) => name !== 'page') && (
        <Button kind="quiet" icon={<X size={14} aria-hidden />} onPress={() => onChange({})}>
          Clear
        </Button>
      )}
      <div className="flex basis-full flex-wrap gap-2">
        <div className="flex min-w-48 flex-1">
          <SearchBox
            label="Target ID"
            placeholder="Target ID"
            value={search.targetId ?? ''}
            onChange={set('targetId')}
          />
        </div>
        <div className="flex min-w-48 flex-1">
          <SearchBox
            label="Actor ID"
            placeholder="Actor ID"
            value={search.actor ?? ''}
            onChange={set('actor')}
          />
        </div>
      </div>
    </search>
  )
}
