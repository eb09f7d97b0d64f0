import { ExportMenu } from '../../components/export-menu.tsx'
import { t } from '../../texts/index.ts'
import { daysCsv, type Overview, projectsCsv, teamsCsv } from './overview.ts'

/** Includes projects and teams without users. */
export const Export = ({ overview }: { overview: Overview }) => (
  <ExportMenu
    files={{
      projects: { label: t.activity.exportProjects, write: () => projectsCsv(overview) },
      days: { label: t.activity.exportDays, write: () => daysCsv(overview) },
      teams: { label: t.activity.exportTeams, write: () => teamsCsv(overview) },
    }}
    nameOf={(file) => `activity-${file}-${overview.month}`}
  />
)
