import { SlidersHorizontal } from 'lucide-react'
import { t } from '../../texts/index.ts'
import { Button } from '../../ui/button.tsx'
import { Menu, MenuChoice, MenuChoices, MenuSeparator } from '../../ui/menu.tsx'
import type { Column } from '../table/column.tsx'
import { densities, setDensity, useListPreferences } from '../table/preferences.ts'

interface DisplayMenuProps<Row> {
  readonly columns: readonly Column<Row>[]
  readonly shown: readonly Column<Row>[]
  readonly onChoose: (ids: readonly string[]) => void
}

export function DisplayMenu<Row>({ columns, shown, onChoose }: DisplayMenuProps<Row>) {
  const { density } = useListPreferences()
  const optional = columns.slice(1).filter(({ header }) => header !== '')
  return (
    <Menu
      label={t.lists.display}
      placement="bottom end"
      trigger={
        <Button kind="quiet" icon={<SlidersHorizontal size={15} aria-hidden />} aria-label={t.lists.display}>
          <span className="max-sm:hidden">{t.lists.display}</span>
        </Button>
      }
    >
      <MenuChoice
        title={t.lists.rows}
        value={density}
        onChange={setDensity}
        options={densities.map((value) => ({ value, text: t.lists.densities[value] }))}
      />
      <MenuSeparator />
      <MenuChoices
        title={t.lists.columns}
        values={shown.map(({ id }) => id)}
        onChange={onChoose}
        options={optional.map(({ id, header }) => ({ value: id, text: header }))}
      />
    </Menu>
  )
}
