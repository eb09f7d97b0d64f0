import { Download } from 'lucide-react'
import { t } from '../texts/index.ts'
import { Button } from '../ui/button.tsx'
import { Menu, MenuItem } from '../ui/menu.tsx'
import { saveFile } from './save-file.ts'

interface ExportedFile {
  readonly label: string
  /** Returns the content as CSV. */
  readonly write: () => string
}

interface ExportMenuProps {
  readonly files: Readonly<Record<string, ExportedFile>>
  /** Omits the extension. */
  readonly nameOf: (file: string) => string
}

export const ExportMenu = ({ files, nameOf }: ExportMenuProps) => (
  <Menu
    label={t.activity.export}
    placement="bottom end"
    trigger={<Button icon={<Download size={15} aria-hidden />}>{t.activity.export}</Button>}
  >
    {Object.entries(files).map(([file, { label, write }]) => (
      <MenuItem
        key={file}
        id={file}
        text={label}
        onAction={() => saveFile(write(), 'text/csv', `${nameOf(file)}.csv`)}
      />
    ))}
  </Menu>
)
