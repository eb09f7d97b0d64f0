import { t } from '../texts/index.ts'
import { visible } from './value-rows.ts'

export function plannedValue(value: unknown): string {
  if (value === null || value === undefined || (Array.isArray(value) && value.length === 0))
    return t.projects.file.empty
  if (Array.isArray(value) && value.every((one) => typeof one !== 'object'))
    return value.map(visible).join(', ')
  return typeof value === 'object' ? visible(JSON.stringify(value, null, 1)) : visible(value)
}
