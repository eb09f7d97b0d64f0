import { t } from '../../texts/index.ts'

/** Below a list of one page. */
export const RowCount = ({ count }: { count: number }) =>
  count > 0 && (
    <p className="border-t border-line px-4 py-2.5 text-sm text-quiet tabular">{t.lists.count(count)}</p>
  )
