import { X } from 'lucide-react'
import { ProjectFilter } from '../../components/project-filter.tsx'
import type { AuditSearch } from '../../searches.ts'
import { t } from '../../texts/index.ts'
import { Button } from '../../ui/button.tsx'
import { DayField } from '../../ui/day-field.tsx'
import { SearchBox } from '../../ui/search-box.tsx'
import { type Option, Select } from '../../ui/select.tsx'

/** Areas as prefixes of whole segments, which is what the server takes. */
const areas: readonly Option<string>[] = [
  { value: '', label: t.audit.areas.everything },
  { value: 'project.', label: t.audit.areas.projects },
  { value: 'client.', label: t.audit.areas.applications },
  { value: 'enduser.', label: t.audit.areas.users },
  { value: 'group.', label: t.audit.areas.groups },
  { value: 'resource.', label: t.audit.areas.apis },
  { value: 'federation.', label: t.audit.areas.providers },
  { value: 'provisioning.', label: t.audit.areas.directories },
  { value: 'team.', label: t.audit.areas.teams },
  { value: 'admin.', label: t.audit.areas.administrators },
  { value: 'mcp.', label: t.audit.areas.agents },
  { value: 'settings.', label: t.audit.areas.settings },
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
      <Select
        label={t.audit.what}
        compact
        options={shownAreas}
        value={actionPrefix}
        onChange={set('actionPrefix')}
      />
      <ProjectFilter value={search.project} onChange={set('project')} />
      <DayField label={t.audit.from} value={search.from} onChange={set('from')} />
      <DayField label={t.audit.to} value={search.to} onChange={set('to')} />
      {Object.keys(search).some((name) => name !== 'page') && (
        <Button kind="quiet" icon={<X size={14} aria-hidden />} onPress={() => onChange({})}>
          {t.common.clearFilters}
        </Button>
      )}
      <div className="flex basis-full flex-wrap gap-2">
        <div className="flex min-w-48 flex-1">
          <SearchBox
            label={t.audit.targetId}
            placeholder={t.audit.targetId}
            value={search.targetId ?? ''}
            onChange={set('targetId')}
          />
        </div>
        <div className="flex min-w-48 flex-1">
          <SearchBox
            label={t.audit.actorId}
            placeholder={t.audit.actorId}
            value={search.actor ?? ''}
            onChange={set('actor')}
          />
        </div>
      </div>
    </search>
  )
}
