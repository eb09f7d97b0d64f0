import { type AuditEntry, limits } from '@signet/contracts'
import { Download } from 'lucide-react'
import { useState } from 'react'
import { type Input, read } from '../../api/client.ts'
import { problemOf } from '../../api/problem.ts'
import { saveFile } from '../../components/save-file.ts'
import { formatNumber } from '../../texts/format.ts'
import { t } from '../../texts/index.ts'
import { Button } from '../../ui/button.tsx'
import { Menu, MenuItem } from '../../ui/menu.tsx'
import { toast } from '../../ui/toast.ts'
import { toCsv, toJsonLines } from './export-lines.ts'

const { max: pageSize, countedUpTo: most } = limits.auditPage

type Filters = Input<'audit_list'>

const formats = {
  csv: { label: t.audit.exportCsv, type: 'text/csv', write: toCsv },
  jsonl: { label: t.audit.exportLines, type: 'application/jsonl', write: toJsonLines },
} as const
type Format = keyof typeof formats

/** Builds the file in the browser from all pages of the filtered list, up to a limit. */
export function Export({ filters }: { filters: Filters }) {
  const [isPending, setPending] = useState(false)
  const run = async (format: Format): Promise<void> => {
    setPending(true)
    try {
      const entries = await readAll(filters)
      saveFile(formats[format].write(entries), formats[format].type, `audit.${format}`)
      toast(
        entries.length < most ? t.audit.exported(entries.length) : t.audit.exportBound(formatNumber(most)),
      )
    } catch (error) {
      toast(problemOf(error).detail)
    } finally {
      setPending(false)
    }
  }
  return (
    <Menu
      label={t.audit.export}
      placement="bottom end"
      trigger={
        <Button icon={<Download size={15} aria-hidden />} isPending={isPending}>
          {t.audit.export}
        </Button>
      }
    >
      {(Object.keys(formats) as Format[]).map((format) => (
        <MenuItem key={format} id={format} text={formats[format].label} onAction={() => void run(format)} />
      ))}
    </Menu>
  )
}

/** Ends the range at the begin of the export, because new entries would shift the pages. */
async function readAll(filters: Filters): Promise<AuditEntry[]> {
  const range = { ...filters, to: filters.to ?? new Date().toISOString(), pageSize }
  const entries: AuditEntry[] = []
  for (let page = 1; entries.length < most; page += 1) {
    const { entries: some } = await read('audit_list', { ...range, page })
    entries.push(...some)
    if (some.length < pageSize) break
  }
  return entries.slice(0, most)
}
