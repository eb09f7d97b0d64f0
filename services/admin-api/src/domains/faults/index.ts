export { error_by_reference, error_get, error_list, error_summary } from './list.ts'
export { error_purge, error_purge_preview } from './purge.ts'
