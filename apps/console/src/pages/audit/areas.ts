import type { Filter } from '../../components/list/filter-menu.tsx'
import { t } from '../../texts/index.ts'

/** Prefixes of whole segments, as required by the server. */
export const areas: Filter['options'] = [
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
