import type { Column } from '../table/column.tsx'
import { setColumns, useListPreferences } from '../table/preferences.ts'
import { useListAddress } from './address.ts'

const separator = '.'

interface ChosenColumns<Row> {
  readonly shown: readonly Column<Row>[]
  readonly choose: (ids: readonly string[]) => void
}

/** Returns the columns of the address, else those last chosen in this browser, else the default. The first column is always shown. */
export function useColumns<Row>(list: string, columns: readonly Column<Row>[]): ChosenColumns<Row> {
  const { search, change } = useListAddress()
  const remembered = useListPreferences().columns[list]
  const chosen = search.columns?.split(separator) ?? remembered
  const shown = columns.filter(
    ({ id, header, isExtra }, index) =>
      index === 0 || header === '' || (chosen ? chosen.includes(id) : isExtra !== true),
  )
  const choose = (ids: readonly string[]): void => {
    setColumns(list, ids)
    change({ columns: ids.join(separator) || undefined })
  }
  return { shown, choose }
}
