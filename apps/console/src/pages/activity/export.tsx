import { Download } from 'lucide-react'
import { saveFile } from '../../components/save-file.ts'
import { t } from '../../texts/index.ts'
import { Button } from '../../ui/button.tsx'
import { Menu, MenuItem } from '../../ui/menu.tsx'
import { daysCsv, type Overview, projectsCsv, teamsCsv } from './overview.ts'

const files = {
  projects: { label: t.activity.exportProjects, write: projectsCsv },
  days: { label: t.activity.exportDays, write: daysCsv },
  teams: { label: t.activity.exportTeams, write: teamsCsv },
} as const

type File = keyof typeof files

/** Saves the figures of the page as CSV, also those of projects and teams without users. */
export const Export = ({ overview }: { overview: Overview }) => (
  <Menu
    label={t.activity.export}
    placement="bottom end"
    trigger={<Button icon={<Download size={15} aria-hidden />}>{t.activity.export}</Button>}
  >
    {(Object.keys(files) as File[]).map((file) => (
      <MenuItem
        key={file}
        id={file}
        text={files[file].label}
        onAction={() =>
          saveFile(files[file].write(overview), 'text/csv', `activity-${file}-${overview.month}.csv`)
        }
      />
    ))}
  </Menu>
)
