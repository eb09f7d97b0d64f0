import type { AuditEntry } from '@signet/contracts'
import { useQuery } from '@tanstack/react-query'
import { useProjectNames } from '../../api/project-search.ts'
import { settingNamesQuery } from '../../api/setting-names.ts'
import { isSettingKey } from './changed-fields.ts'
import { type Names, namesIn } from './entry-texts.ts'

/** Loads the names of projects, and of settings by key when one of the entries changed a setting. */
export function useNames(entries: readonly AuditEntry[]): Names {
  const projects = useProjectNames(entries)
  const enabled = entries.some(({ detail }) => Object.keys(detail).some(isSettingKey))
  const settings = useQuery({ ...settingNamesQuery, enabled }).data
  return namesIn(entries, new Map([...projects, ...(settings ? Object.entries(settings) : [])]))
}
